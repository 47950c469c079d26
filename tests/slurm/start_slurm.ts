/** A Slurm of one node on this machine, in a folder of its own, from Debian's packages. */
import { join } from "node:path";

/** A Slurm that runs. */
export interface Slurm extends AsyncDisposable {
  /** Variables under which its programs find it. */
  readonly env: Readonly<Record<string, string>>;
  /** Runs one of its programs and gives what it prints. */
  call(name: string, ...args: string[]): Promise<string>;
}

const packages = ["munge", "slurmctld", "slurmd", "slurm-client"];
const programs = ["munged", "slurmctld", "slurmd", "sbatch", "squeue", "scontrol", "scancel"];

async function output(name: string, args: readonly string[], env: Record<string, string> = {}) {
  const { success, stdout, stderr } = await new Deno.Command(name, {
    args: [...args],
    env,
    stdin: "null",
  }).output();
  const decoder = new TextDecoder();
  return { success, text: decoder.decode(stdout), error: decoder.decode(stderr).trim() };
}

async function isThere(program: string): Promise<boolean> {
  const folders = [...(Deno.env.get("PATH") ?? "").split(":"), "/usr/sbin"];
  const found = await Promise.all(
    folders.map((folder) => Deno.stat(join(folder, program)).then(() => true, () => false)),
  );
  return found.includes(true);
}

/** Installs what is missing; why that cannot be, null where all is there. */
export async function installSlurm(): Promise<string | null> {
  if (Deno.build.os !== "linux" || Deno.uid() !== 0) return "Slurm's daemons need Linux and root";
  const missing = async () =>
    (await Promise.all(programs.map(async (name) => await isThere(name) ? [] : [name]))).flat();
  if ((await missing()).length === 0) return null;
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  const options = ["--yes", "-o", "Acquire::http::Timeout=20", "-o", "Acquire::Retries=0"];
  try {
    await output("timeout", ["60", "apt-get", "update", ...options], env);
    const install = ["120", "apt-get", "install", "--no-install-recommends", ...options];
    const { error } = await output("timeout", [...install, ...packages], env);
    const left = await missing();
    if (left.length === 0) return null;
    return `apt-get cannot install ${left.join(", ")}: ${error.split("\n").at(-1)}`;
  } catch (error) {
    return `apt-get cannot be run: ${(error as Error).message}`;
  }
}

function freePort(): number {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  return listener.addr.port;
}

function configuration(folder: string, socket: string): string {
  const host = Deno.hostname();
  return Object.entries({
    ClusterName: "test",
    SlurmctldHost: `${host}(127.0.0.1)`,
    SlurmctldPort: freePort(),
    SlurmdPort: freePort(),
    SlurmUser: "root",
    SlurmdUser: "root",
    AuthType: "auth/munge",
    AuthInfo: `socket=${socket}`,
    StateSaveLocation: `${folder}/state`,
    SlurmdSpoolDir: `${folder}/spool`,
    SlurmctldPidFile: `${folder}/slurmctld.pid`,
    SlurmdPidFile: `${folder}/slurmd.pid`,
    SlurmctldLogFile: `${folder}/slurmctld.log`,
    SlurmdLogFile: `${folder}/slurmd.log`,
    ProctrackType: "proctrack/linuxproc",
    TaskPlugin: "task/none",
    MpiDefault: "none",
    SelectType: "select/cons_tres",
    SelectTypeParameters: "CR_CPU",
    SlurmdParameters: "config_overrides",
    ReturnToService: 2,
    JobRequeue: 0,
    KillWait: 5,
    MinJobAge: 300,
    SchedulerParameters: "sched_interval=1,sched_min_interval=0,bf_interval=1",
    NodeName: `${host} NodeAddr=127.0.0.1 CPUs=4 RealMemory=1000 State=UNKNOWN`,
    PartitionName: "test Nodes=ALL Default=YES MaxTime=INFINITE State=UP",
  }).map(([key, value]) => `${key}=${value}\n`).join("");
}

/** Waits until something holds, looking every 20 ms. */
export async function waitUntil(
  what: string,
  holds: () => boolean | Promise<boolean>,
  timeoutMs = 60_000,
): Promise<void> {
  const end = performance.now() + timeoutMs;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`Cannot wait any longer until ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function tail(path: string): Promise<string> {
  return (await Deno.readTextFile(path).catch(() => "")).split("\n").slice(-15).join("\n");
}

/** Starts munged, slurmctld and slurmd; disposing of it ends them and removes their folder. */
export async function startSlurm(): Promise<Slurm> {
  const folder = await Deno.makeTempDir({ prefix: "merit-slurm-" });
  const munge = `${folder}/munge`, socket = `${munge}/socket`, conf = `${folder}/slurm.conf`;
  await Deno.chmod(folder, 0o755);
  for (const name of ["munge", "state", "spool"]) await Deno.mkdir(`${folder}/${name}`);
  await Deno.writeFile(`${munge}/key`, crypto.getRandomValues(new Uint8Array(128)), {
    mode: 0o400,
  });
  await output("chown", ["-R", "munge:munge", munge]);
  await Deno.writeTextFile(conf, configuration(folder, socket));
  const env = { SLURM_CONF: conf };
  const children: Deno.ChildProcess[] = [];
  const start = (
    name: string,
    args: readonly string[],
    user: { uid?: number; gid?: number } = {},
  ) =>
    void children.push(
      new Deno.Command(name, {
        ...user,
        args: [...args],
        env,
        stdin: "null",
        stdout: "null",
        stderr: "null",
      }).spawn(),
    );
  const call = async (name: string, ...args: string[]) => {
    const { success, text, error } = await output(name, args, env);
    if (!success) throw new Error(`Cannot call ${name} ${args.join(" ")}: ${error}`);
    return text;
  };
  const end = async () => {
    await output("scancel", ["--user=root", "--quiet"], env).catch(() => {});
    for (const child of children.toReversed()) {
      try {
        child.kill("SIGTERM");
      } catch {
        // It has ended by itself.
      }
      await child.status;
    }
    await Deno.remove(folder, { recursive: true });
  };
  try {
    const [uid, gid] = await Promise.all(
      ["-u", "-g"].map(async (option) => Number((await output("id", [option, "munge"])).text)),
    ) as [number, number];
    const files = ["key", "pid", "log", "seed"].map((name) => `--${name}-file=${munge}/${name}`);
    start("munged", ["--foreground", `--socket=${socket}`, ...files], { uid, gid });
    await waitUntil(
      "munged listens",
      () => Deno.stat(socket).then(() => true, () => false),
      20_000,
    );
    start("slurmctld", ["-D", "-i", "-f", conf]);
    start("slurmd", ["-D", "-f", conf]);
    await waitUntil("the node is idle", async () => {
      const { text } = await output("sinfo", ["--noheader", "--format=%T"], env);
      return text.trim() === "idle";
    }, 30_000);
    return { env, call, [Symbol.asyncDispose]: end };
  } catch (error) {
    const logs = await Promise.all(
      ["slurmctld.log", "slurmd.log", "munge/log"].map((name) => tail(`${folder}/${name}`)),
    );
    await end();
    throw new Error(`${(error as Error).message}\n${logs.join("\n")}`);
  }
}
