// What a player's device signs, written from docs/sealed-history.md and not from the server's code. Only Node is needed:
//
//   node sign.js vectors.json     make every text and signature again; exit 1 and say where it differs
//   node sign.js sign < JSON      {"secret": …, "game": …, "move": …, "nonce": …, "seat": …, "version": …} → what to send
"use strict";

const { createPrivateKey, createPublicKey, sign, verify } = require("node:crypto");
const { readFileSync } = require("node:fs");

// RFC 8785 for what stands in an action: texts, whole numbers, true, false, null.
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const members = Object.keys(value).sort().map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`);
  return `{${members.join(",")}}`;
}

const PKCS8 = Buffer.from("302e020100300506032b657004220420", "hex"); // what stands before the 32 bytes
const privateKey = (secret) =>
  createPrivateKey({ key: Buffer.concat([PKCS8, Buffer.from(secret, "hex")]), format: "der", type: "pkcs8" });
const publicKey = (secret) =>
  createPublicKey(privateKey(secret)).export({ format: "der", type: "spki" }).subarray(-32).toString("hex");

const actionText = ({ game, move, nonce, seat, version }) =>
  `truco action/1\n${canonical({ game, move, nonce, seat, version })}`;
const registrationText = (account, key) => `truco key/1\n${account}\n${key}`;
const signed = (secret, text) => sign(null, Buffer.from(text, "utf8"), privateKey(secret)).toString("hex");

function check(vectors) {
  const wrong = [];
  const expect = (where, found, due) => found === due || wrong.push(`${where}: ${found}`);
  for (const [at, one] of vectors.actions.entries()) {
    expect(`actions ${at} key`, publicKey(one.secret), one.key);
    expect(`actions ${at} text`, actionText(one), one.text);
    expect(`actions ${at} signature`, signed(one.secret, one.text), one.signature);
  }
  for (const [at, one] of vectors.registrations.entries()) {
    expect(`registrations ${at} text`, registrationText(one.account, one.key), one.text);
    expect(`registrations ${at} signature`, signed(one.secret, one.text), one.signature);
  }
  for (const [at, one] of vectors.checkpoints.entries()) {
    const key = createPublicKey({
      key: Buffer.concat([Buffer.from("302a300506032b6570032100", "hex"), Buffer.from(one.statement.keys[0], "hex")]),
      format: "der",
      type: "spki",
    });
    const text = `truco checkpoint/1\n${canonical(one.statement)}`;
    const holds = verify(null, Buffer.from(text, "utf8"), key, Buffer.from(one.signatures[0], "hex"));
    expect(`checkpoints ${at}`, holds, true);
  }
  return wrong;
}

function main([what]) {
  const body = JSON.parse(readFileSync(what === "sign" ? 0 : what, "utf8"));
  if (what === "sign") {
    const signature = { key: publicKey(body.secret), value: signed(body.secret, actionText(body)), nonce: body.nonce };
    console.log(JSON.stringify(signature));
    return;
  }
  const wrong = check(body);
  for (const problem of wrong) console.log(problem);
  if (wrong.length === 0) console.log("every vector holds");
  process.exitCode = wrong.length ? 1 : 0;
}

main(process.argv.slice(2));
