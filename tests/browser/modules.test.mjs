// The parts of the page that need no browser. Run by test_modules.py, or: node --test tests/browser
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const at = (name) => new URL(`../../firmware_bridge/web/static/${name}`, import.meta.url);
const { clockText, remaining } = await import(at("clock.js"));
const { line, nearest, POINTS, gridLines } = await import(at("geometry.js"));
const { follow, jump } = await import(at("keys.js"));
const { concern, patience } = await import(at("link.js"));
const { encode, LONGEST, reachable } = await import(at("qr.js"));
const { moments } = await import(at("replay.js"));
const { nextPlace } = await import(at("setup.js"));
const { choose } = await import(at("texts.js"));
const { fits, Wood } = await import(at("wood.js"));

test("points stand where the board prints them", () => {
  assert.equal(POINTS.length, 85);
  assert.deepEqual([POINTS[0].name, POINTS[84].name], ["A2", "K10"]);
  assert.deepEqual([nearest(0, 0).name, nearest(9, 9)], ["F6", undefined]);
  assert.equal(gridLines().length, 33);
});

test("lines run along three axes", () => {
  assert.deepEqual(line("D4", "G7"), ["D4", "E5", "F6", "G7"]);
  assert.deepEqual(line("F6", "D6"), ["F6", "E6", "D6"]);
  assert.deepEqual(line("F6", "G9"), []);
});

test("a replay turns jumped markers over and counts rings", () => {
  const [, , , moved, back] = moments(["F6", "E5", "F6-F8", "E5-G5"].concat());
  assert.deepEqual(moved.pieces, { F6: ["white marker"], F8: ["white ring"], E5: ["black ring"] });
  assert.equal(back.mover, "black");
  const jump = moments(["F5", "A2", "F5-F6", "A2-A3", "F6-F4"]).at(-1);
  assert.deepEqual(jump.flipped, ["F5"]);
  assert.deepEqual(jump.pieces.F5, ["black marker"]);
  const taken = moments(["F6", "rF6"]).at(-1);
  assert.deepEqual([taken.captures, taken.pieces], [[1, 0], {}]);
});

test("arrows follow the axes and typed names jump", () => {
  assert.deepEqual([follow("F6", "ArrowRight", false), follow("F6", "ArrowRight", true)], ["G6", "G7"]);
  assert.equal(follow("K7", "ArrowRight", false), undefined);
  assert.equal(follow("E1", "ArrowRight", false), "F2");
  assert.deepEqual([jump("F6", "e"), jump("F6", "e10"), jump("F6", "a9")], ["E6", "E10", "A5"]);
});

test("wood takes one ring and one marker a point", () => {
  const wood = new Wood();
  wood.believe({ pieces: { F6: ["white ring"] }, hand: [], supply: { marker: 51, "white ring": 4 } });
  assert.deepEqual([fits(wood.stack("F6"), "black ring"), fits(wood.stack("F6"), "black marker")], [false, true]);
  wood.put("F6", "black marker");
  assert.deepEqual([wood.stack("F6"), wood.supply.marker], [["black marker", "white ring"], 50]);
  wood.lift("F6", "white ring");
  wood.layDown();
  assert.deepEqual([wood.stack("F6"), wood.supply["white ring"]], [["black marker"], 5]);
  assert.deepEqual(wood.unflipped({ white: ["F6"], black: [] }), ["F6"]);
  assert.equal(wood.bare({ white: ["F6"], black: ["E5"] }), "E5");
  assert.equal(wood.bare({ white: ["F6"], black: [] }), undefined);
  wood.lift("F6", "black marker");
  assert.equal(wood.bare({ white: ["F6"], black: [] }), undefined);
});

test("waiting doubles, within bounds", () => {
  assert.deepEqual([patience(0, 1), patience(2, 1), patience(50, 1), patience(0, 0)], [400, 1600, 8000, 200]);
});

test("a daemon that falls silent is asked, then given up", () => {
  assert.deepEqual([concern(0), concern(19999), concern(20000), concern(29999), concern(30000)], ["wait", "wait", "ask", "ask", "give up"]);
});

test("clocks are read like clocks", () => {
  assert.deepEqual([clockText(900), clockText(61.2), clockText(9.96), clockText(-1)], ["15:00", "1:02", "10.0", "0.0"]);
  assert.equal(remaining({ remaining: [60, 50], running: 1 }, 1, 7), 43);
  assert.equal(remaining({ remaining: [60, 50], running: 1 }, 0, 7), 60);
});

test("QR codes of every size are those that a scanner has read", () => {
  const known = readFileSync(new URL("qr.txt", import.meta.url), "utf8").trim().split("\n\n");
  assert.deepEqual(known.map((code) => code.split("\n").length - 1), [21, 25, 29, 33, 37]);
  for (const code of known) {
    const [text, ...rows] = code.split("\n");
    assert.deepEqual(encode(text).map((row) => row.map(Number).join("")), rows, text);
  }
  assert.equal(encode("x".repeat(LONGEST)).length, 37);
  assert.throws(() => encode("x".repeat(LONGEST + 1)), RangeError);
});

test("phones are sent where they can go", () => {
  const opened = (origin) => new URL(origin);
  const told = "http://192.168.1.23:8080/";
  assert.equal(reachable(opened("http://yinsh.local:8080/watch"), told), "http://yinsh.local:8080/watch");
  for (const here of ["localhost", "127.0.0.1", "127.0.1.1", "[::1]"]) {
    assert.equal(reachable(opened(`http://${here}:8080`), told), `${told}watch`);
    assert.equal(reachable(opened(`http://${here}:8080`), null), "");
  }
});

test("the browser's first language that we speak is chosen", () => {
  assert.deepEqual([choose(["pt-BR", "pl-PL", "de"]), choose(["xx"]), choose([])], ["pl", "en", "en"]);
});

test("rings are set up on free points", () => {
  assert.deepEqual([nextPlace({}), nextPlace({ F6: ["white ring"], E5: [] })], ["F6", "E5"]);
});
