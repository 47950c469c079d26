import assert from "node:assert/strict";
import { compareCodePoints, pythonText, pythonTypeText } from "../../lib/sql/python_text.ts";

/** [IEEE 754 bits, big-endian hexadecimal; Python 3.11's str()] */
const floats: readonly (readonly [string, string])[] = [
  ["0000000000000000", "0.0"],
  ["8000000000000000", "-0.0"],
  ["3ff0000000000000", "1.0"],
  ["bff0000000000000", "-1.0"],
  ["3fb999999999999a", "0.1"],
  ["3fd3333333333334", "0.30000000000000004"],
  ["430c6bf526340000", "1000000000000000.0"],
  ["42dc12218377de66", "123456789012345.6"],
  ["4341c37937e08000", "1e+16"],
  ["434aa535d3d0c000", "1.5e+16"],
  ["4341c37937e07fff", "9999999999999998.0"],
  ["3f1a36e2eb1c432d", "0.0001"],
  ["3f23a92a30553261", "0.00015"],
  ["3f19f3c70c996b76", "9.9e-05"],
  ["3ee4f8b588e368f1", "1e-05"],
  ["54b249ad2594c37d", "1e+100"],
  ["7e37e43c8800759c", "1e+300"],
  ["0000000000000001", "5e-324"],
  ["7fefffffffffffff", "1.7976931348623157e+308"],
  ["7ff0000000000000", "inf"],
  ["fff0000000000000", "-inf"],
  ["4340000000000000", "9007199254740992.0"],
  ["40fe240c9fbe76c9", "123456.789"],
  ["4059000000000000", "100.0"],
  ["4480f0cf064dd592", "1e+22"],
  ["43e56a95319d63e1", "1.2345678901234567e+19"],
  ["4164d8399f767c45", "10928588.983213553"],
  ["5bc8fbbcbde5c099", "1.4186613525849614e+134"],
  ["b0c11fdecb91ce37", "-7.571968556055867e-74"],
  ["d76d4330f1446bea", "-1.4074705188261364e+113"],
  ["a6eb8c9ebd69fe29", "-3.3339745473042614e-121"],
  ["87b0b125ec1d7da0", "-1.2342180766211395e-271"],
  ["d7210dff076ce2ef", "-5.126864004244935e+111"],
  ["c6a5387777330bdb", "-2.1520217579844227e+32"],
  ["3fc1ea36f17fd374", "0.1399601630397701"],
  ["0d464138a6233255", "1.01853664031722e-244"],
  ["2827688de6a16a3b", "2.9704598186234577e-115"],
  ["5f2dd97f1cfb10f6", "3.0534183338726823e+150"],
  ["de5271007814e8a2", "-2.3027782228163463e+146"],
  ["617959ce3f1f65a8", "3.56409621163656e+161"],
  ["1a1afe878b33e968", "6.352929017207453e-183"],
  ["3fd4235992edcf45", "0.3146575865605324"],
  ["bb2edb20035b7399", "-1.2761724801771812e-23"],
  ["687c966c377b9aa2", "2.0868668176225336e+195"],
  ["2e9c82b1478c281d", "3.66898827745704e-84"],
  ["de11cc9dea959c21", "-1.389122273370197e+145"],
  ["63b229f1c4069545", "1.7548715433165102e+172"],
  ["c30d8b7628dbd25e", "-1039514241563211.8"],
  ["126a1e48cc11d357", "5.7804021771411506e-220"],
  ["9e30691c238642ea", "-2.8497478716107576e-163"],
  ["71e0c07e9e115e4b", "3.490691392124745e+240"],
  ["21da8978206f5c66", "1.3282314387596086e-145"],
  ["f8eb18b900745130", "-2.9317061175715426e+274"],
  ["015c33b2df1461aa", "4.1124768973349897e-302"],
  ["c60a3cab359eeefb", "-2.5983853818656714e+29"],
  ["f5cae3bf3729c619", "-2.5839922981649337e+259"],
  ["2a759159fb7ff337", "3.7615508677292285e-104"],
  ["2a9eba0cdf561d80", "2.1435728770450893e-103"],
  ["504b74ba4a0fe75d", "6.3583676891104784e+78"],
  ["32ea6928f6236bf2", "2.0062829023357212e-63"],
  ["e049548e8a0a8c96", "-6.792475937705741e+155"],
  ["a02fdaa1ad864c44", "-1.1878910286585398e-153"],
  ["2e81d66d346c6e2b", "1.1477511623364303e-84"],
  ["f7f35634f0e3cd97", "-6.384685499984821e+269"],
  ["3266aa3bb0cde917", "6.725524671613862e-66"],
  ["f7108e96f770c226", "-3.3367034274052276e+265"],
  ["621aef57e4cc4132", "3.877694405952627e+164"],
  ["0585a01c4c7d6df0", "4.653705104647486e-282"],
  ["6a3753915c76f18a", "4.570939674669643e+203"],
  ["ef901b932a7c1880", "-2.4421404212946136e+229"],
];

/** [hexadecimal bytes, Python 3.11's str()] */
const byteTexts: readonly (readonly [string, string])[] = [
  ["", "b''"],
  ["616263", "b'abc'"],
  ["69742773", `b"it's"`],
  ["73617920227822", `b'say "x"'`],
  ["6974277320227822", `b'it\\'s "x"'`],
  ["00090a0d1f205c7e7f80ff", "b'\\x00\\t\\n\\r\\x1f \\\\~\\x7f\\x80\\xff'"],
];

Deno.test("pythonText: floats as Python writes them", () => {
  for (const [bits, text] of floats) {
    const view = new DataView(new ArrayBuffer(8));
    view.setBigUint64(0, BigInt(`0x${bits}`));
    assert.equal(pythonText(view.getFloat64(0)), text);
  }
});

Deno.test("pythonText: bytes as Python writes them", () => {
  for (const [hex, text] of byteTexts) assert.equal(pythonText(Uint8Array.fromHex(hex)), text);
});

Deno.test("pythonText: integers, text and NULL", () => {
  assert.equal(pythonText(9223372036854775807n), "9223372036854775807");
  assert.equal(pythonText(-0n), "0");
  assert.equal(pythonText("it's"), "it's");
  assert.equal(pythonText(null), "None");
});

Deno.test("pythonTypeText: one text a type", () => {
  const cells = [null, 1n, 1, "1", new Uint8Array()];
  assert.deepEqual(cells.map(pythonTypeText), [
    "<class 'NoneType'>",
    "<class 'int'>",
    "<class 'float'>",
    "<class 'str'>",
    "<class 'bytes'>",
  ]);
});

Deno.test("compareCodePoints: sorts as Python does", () => {
  const sorted = ["a", "b\uffff", "b\u{1f600}", "\ue000", "\uff21", "\u{1f600}"];
  assert.deepEqual([...sorted].reverse().sort(compareCodePoints), sorted);
  assert.equal(compareCodePoints("a", "a"), 0);
  assert.ok(compareCodePoints("a", "ab") < 0);
});
