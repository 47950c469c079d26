/**
 * Runs inside the kernel, in cells that the check puts around those of a notebook: sees what the
 * notebook itself cannot show, since the kernel stays silent about it or loses it.
 *
 * @module
 */
import process from "node:process";

/** Where in an output's metadata its origin stands. */
export const originKey = "merit-notebooks";

/** The cell that showed an output. */
export interface Origin {
  /** Number of the code cell, from 1. */
  readonly cell: number;
}

/** What happened in one code cell. */
export interface CellReport {
  /** Outputs sent by `show`. */
  shown: number;
  /** Whether it printed. */
  printed: boolean;
  /** Errors and rejections that nobody awaited, and timers that did not end. */
  readonly unhandled: string[];
}

/** By number of the code cell. */
export type KernelReport = Readonly<Record<number, CellReport>>;

const report: Record<number, CellReport> = {};
let cell = 0;

/** Says that the code cell of this number comes next. */
export function enterCell(number: number): void {
  if (cell === 0) watch();
  cell = number;
  report[cell] = { shown: 0, printed: false, unhandled: [] };
}

/** How long the kernel is watched after the last cell, in seconds. */
export interface Patience {
  /** At least, for what no list names: processes, files, the network. */
  readonly settleS: number;
  /** At most, while timers run. */
  readonly timersS: number;
}

/**
 * Waits for what is still under way, then hands out the report as an error: the kernel sends errors
 * in their order, unlike outputs.
 *
 * @throws {Error} always; its message is a `KernelReport`
 */
export async function handOut({ settleS, timersS }: Patience): Promise<never> {
  const started = performance.now();
  const passed = () => (performance.now() - started) / 1000;
  const hasTimers = () => process.getActiveResourcesInfo().includes("Timeout");
  do await new Promise((resolve) => setTimeout(resolve, 50)); while (
    passed() < settleS || (hasTimers() && passed() < timersS)
  );
  if (hasTimers()) report[cell]!.unhandled.push(`a timer, still there after ${timersS} s`);
  throw new Error(JSON.stringify(report));
}

function watch(): void {
  const kernel: { broadcast: typeof Deno.jupyter.broadcast } = Deno.jupyter;
  const { broadcast } = kernel;
  kernel.broadcast = (type, content, extra) => {
    report[cell]!.shown++;
    const origin: Origin = { cell };
    return broadcast(type, { ...content, metadata: { [originKey]: origin } }, extra);
  };
  const note = (event: Event, reason: unknown) => {
    event.preventDefault();
    report[cell]!.unhandled.push(String(reason));
  };
  addEventListener("unhandledrejection", (event) => note(event, event.reason));
  addEventListener("error", (event) => note(event, event.error ?? event.message));
  globalThis.console = new Proxy(console, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== "function") return member;
      return (...values: readonly unknown[]) => {
        report[cell]!.printed = true;
        return member.apply(target, values);
      };
    },
  });
  Object.defineProperty(Deno, "test", {
    value() {
      throw new Error("Cannot check by Deno.test in a notebook: its failures show nowhere, throw");
    },
  });
}
