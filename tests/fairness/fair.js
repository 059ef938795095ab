// The protocol "deal/1" once more, written from docs/fair-deal.md and not from the server's code: what a player's
// device needs to promise its seeds, and anybody to check a hand. Nothing but Node is needed:
//
//   node fair.js vectors.json        recompute every vector; exit 1 and say where it differs
//   node fair.js check FILE          check the answer of GET …/hands/{n}/fairness/ ("-" for standard input)
"use strict";

const { createHash, createHmac } = require("node:crypto");
const { readFileSync } = require("node:fs");

const PROTOCOL = "deal/1";

const text = (purpose, ...lines) => Buffer.from([`truco ${PROTOCOL} ${purpose}`, ...lines].join("\n"), "utf8");
const sha256 = (data) => createHash("sha256").update(data).digest("hex");
const hmac = (key, data) => createHmac("sha256", key).update(data).digest();

// What the server publishes before the hand.
function commitment(game, hand, secret) {
  return sha256(text("commitment", game, hand, secret.salt, secret.pack.join(" ")));
}

// One step along a device's chain.
function link(game, value) {
  return sha256(text("link", game, value));
}

// The values a device keeps: chain(…)[0] is its promise, chain(…)[k] its seed for the k-th hand that counts.
function chain(game, last, length) {
  const values = [last];
  while (values.length <= length) values.unshift(link(game, values[0]));
  return values;
}

// Whether a seed is the one that was promised: { base, value } as the commitment lists it.
function fits(game, promise, hand, seed) {
  let value = seed;
  for (let step = promise.base; step < hand; step += 1) value = link(game, value);
  return hand > promise.base && value === promise.value;
}

function serverSeed(game, hand, seat, salt) {
  return hmac(Buffer.from(salt, "hex"), text("seed", game, hand, seat)).toString("hex");
}

function cutPack(pack, cut) {
  if (!cut) return [...pack];
  const turned = [...pack.slice(cut.at), ...pack.slice(0, cut.at)];
  return cut.from === "top" ? turned : turned.reverse();
}

function packKey(game, hand, salt, seeds, cut) {
  const parts = seeds.map((seed, seat) =>
    seed === null ? `${seat} server ${serverSeed(game, hand, seat, salt)}` : `${seat} device ${seed}`,
  );
  const where = cut ? `cut ${cut.at} ${cut.from}` : "uncut";
  return hmac(Buffer.from(salt, "hex"), text("pack", game, hand, where, ...parts));
}

function* words(key) {
  for (let block = 0; ; block += 1) {
    const bits = hmac(key, Buffer.from(String(block), "ascii"));
    for (let at = 0; at < 32; at += 4) yield bits.readUInt32BE(at);
  }
}

function below(bound, source) {
  const limit = 2 ** 32 - (2 ** 32 % bound);
  for (;;) {
    const word = source.next().value;
    if (word < limit) return word % bound;
  }
}

// The pack, top card first.
function shuffled(game, hand, secret, seeds, cut) {
  const pack = cutPack(secret.pack, cut);
  const source = words(packKey(game, hand, secret.salt, seeds, cut));
  for (let last = pack.length - 1; last > 0; last -= 1) {
    const chosen = below(last + 1, source);
    [pack[last], pack[chosen]] = [pack[chosen], pack[last]];
  }
  return pack;
}

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

// Everything in vectors.json that comes out otherwise here.
function checkVectors(vectors) {
  const wrong = [];
  const expect = (where, found, due) => same(found, due) || wrong.push(`${where}: ${JSON.stringify(found)}`);
  expect("protocol", PROTOCOL, vectors.protocol);
  for (const [at, one] of vectors.links.entries()) expect(`links ${at}`, link(one.game, one.value), one.link);
  for (const [at, one] of vectors.promises.entries())
    expect(`promises ${at}`, fits(one.game, one.promise, one.hand, one.seed), one.fits);
  for (const [at, one] of vectors.bounds.entries()) {
    const source = words(Buffer.from(one.key, "hex"));
    expect(`bounds ${at}`, one.drawn.map(() => below(one.bound, source)), one.drawn);
  }
  for (const [at, one] of vectors.hands.entries()) {
    const secret = { salt: one.salt, pack: one.server_pack };
    const servers = one.seeds.map((_, seat) => serverSeed(one.game, one.hand, seat, one.salt));
    expect(`hands ${at} commitment`, commitment(one.game, one.hand, secret), one.commitment);
    expect(`hands ${at} server_seeds`, servers, one.server_seeds);
    expect(`hands ${at} key`, packKey(one.game, one.hand, one.salt, one.seeds, one.cut).toString("hex"), one.key);
    expect(`hands ${at} pack`, shuffled(one.game, one.hand, secret, one.seeds, one.cut), one.pack);
  }
  return wrong;
}

// What is wrong with one hand as the server tells it: an empty list, if nothing is.
function checkHand(told) {
  const wrong = [];
  const demand = (holds, problem) => holds || wrong.push(problem);
  const { game, number, revealed } = told;
  demand(told.protocol === PROTOCOL, `the protocol is ${told.protocol}`);
  if (!revealed) return [...wrong, "not revealed yet"];
  demand(commitment(game, number, revealed) === told.commitment, "the secret is not the one committed to");
  demand(new Set(revealed.pack).size === revealed.pack.length, "a card is twice in the server's pack");
  for (const [seat, seed] of told.seeds.entries()) {
    if (seed === null) continue;
    const promise = told.promises[seat];
    demand(promise !== null && fits(game, promise, number, seed), `the seed of seat ${seat} was not promised`);
  }
  const pack = shuffled(game, number, revealed, told.seeds, told.cut);
  demand(same(pack, told.pack), "another pack follows");
  demand(!told.dealt || isDealtFrom(pack, told.dealt), "the cards dealt do not come from the pack");
  return wrong;
}

// Cards leave the pack from the top: those taken after a cut, the hands one after another, the card that is turned
// (a joker is passed over); the rest stays.
function isDealtFrom(pack, dealt) {
  const top = [...dealt.taken, ...dealt.hands.flatMap((hand) => hand.cards)];
  let rest = pack.slice(top.length);
  if (dealt.vira !== null) {
    if (dealt.vira !== rest.find((card) => card !== "CORINGA")) return false;
    rest = rest.filter((card) => card !== dealt.vira);
  }
  return same(pack.slice(0, top.length), top) && same(rest, dealt.rest);
}

function main([what, file]) {
  const check = what === "check";
  const name = check ? file : what;
  const body = JSON.parse(readFileSync(name === "-" ? 0 : name, "utf8"));
  const wrong = check ? checkHand(body) : checkVectors(body);
  for (const problem of wrong) console.log(problem);
  if (wrong.length === 0) console.log(check ? `hand ${body.number} was dealt fairly` : "every vector holds");
  process.exitCode = wrong.length ? 1 : 0;
}

module.exports = { PROTOCOL, chain, checkHand, commitment, cutPack, fits, link, serverSeed, shuffled };
if (require.main === module) main(process.argv.slice(2));
