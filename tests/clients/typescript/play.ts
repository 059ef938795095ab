// Plays one whole game of each variant named, both seats, with the generated client and nothing else.
//
//   node play.js http://127.0.0.1:8000 http://127.0.0.1:8001 paulista gauderio
//
// Prints one line of JSON for each game. Anything unexpected ends it with an error.

import { randomUUID } from 'node:crypto';
import { createClient, createConfig, type Client } from './client/client';
import {
  accountsSignUp,
  gamesAct,
  gamesEvents,
  gamesGame,
  gamesHandRecord,
  gamesHands,
  gamesOpenTable,
  gamesStream,
  gamesTakeSeat,
  variantsGet,
  verdictsJudge,
} from './client/sdk.gen';
import type { Action, Game, GameEvent, ProblemCode } from './client/types.gen';

const [, , api, streams, ...variants] = process.argv as [string, string, string, string, ...string[]];

interface Player {
  name: string;
  client: Client;
}

async function signUp(): Promise<Player> {
  const name = `ts-${randomUUID().slice(0, 8)}`;
  const nobody = createClient(createConfig({ baseUrl: api }));
  const { data } = await accountsSignUp({
    client: nobody,
    body: { name, password: randomUUID() },
    throwOnError: true,
  });
  return { name, client: createClient(createConfig({ baseUrl: api, auth: data.token })) };
}

/** The first action that keeps the hand going: the type of `action` tells which fields it has. */
function choose(legal: Action[]): Action {
  const played = legal.filter((action) => action.type === 'play' && !action.covered);
  const calm = legal.filter((action) => action.type !== 'refuse' && action.type !== 'concede');
  return played[0] ?? calm.find((action) => action.type === 'accept') ?? calm[0] ?? legal[0]!;
}

function told(event: GameEvent): string | null {
  switch (event.type) {
    case 'card_played/1':
      return `seat ${event.data.seat} played ${event.data.card ?? 'a covered card'}`;
    case 'hand_scored/1':
      return `${event.data.reason}: ${event.data.score.join('–')}`;
    case 'game_finished/1':
      return `winner ${event.data.winner}`;
    default:
      return null;
  }
}

async function see(player: Player, id: string): Promise<Game> {
  return (await gamesGame({ client: player.client, path: { game_id: id }, throwOnError: true })).data;
}

/** The events as the stream sends them, until the game has finished. */
async function follow(player: Player, id: string): Promise<GameEvent[]> {
  const seen: GameEvent[] = [];
  const leaving = new AbortController();
  const { stream } = await gamesStream({
    client: player.client,
    baseUrl: streams,
    path: { game_id: id },
    signal: leaving.signal,
  });
  for await (const frame of stream) {
    const event = frame as unknown as GameEvent;
    if (event.type) seen.push(event);
    if (event.type === 'game_finished/1') break;
  }
  leaving.abort();
  return seen;
}

async function refuseStale(player: Player, id: string, action: Action): Promise<void> {
  const { error, response } = await gamesAct({
    client: player.client,
    path: { game_id: id },
    headers: { 'If-Match': '"1"' },
    body: action,
  });
  const expected: ProblemCode = 'stale_version';
  if (response?.status !== 412 || error?.code !== expected) throw new Error(JSON.stringify(error));
  if (!('current_version' in error) || error.current_version < 2) throw new Error('no current version');
}

async function play(variant: string): Promise<void> {
  const described = (await variantsGet({ path: { variant }, baseUrl: api, throwOnError: true })).data;
  const players = [await signUp(), await signUp()] as const;
  const [ana, bia] = players;
  const opened = await gamesOpenTable({
    client: ana.client,
    body: { variant, players: 2, auto_start: true },
    headers: { 'Idempotency-Key': randomUUID() },
    throwOnError: true,
  });
  const id = opened.data.id;
  await gamesTakeSeat({ client: bia.client, path: { game_id: id }, body: {}, throwOnError: true });
  const followed = follow(bia, id);

  let actions = 0;
  const kinds = new Set<string>();
  for (let game = await see(ana, id); game.phase === 'playing'; game = await see(ana, id)) {
    const player = players[game.clock.awaited[0]!]!;
    const own = await see(player, id);
    const action = choose(own.view!.legal);
    if (actions === 0) await refuseStale(player, id, action);
    const done = await gamesAct({
      client: player.client,
      path: { game_id: id },
      headers: { 'If-Match': `"${own.version}"`, 'Idempotency-Key': randomUUID() },
      body: action,
      throwOnError: true,
    });
    if (done.data.version <= own.version) throw new Error('nothing happened');
    done.data.events.forEach((event) => told(event) && kinds.add(event.type));
    actions += 1;
  }

  const end = await see(bia, id);
  if (end.phase !== 'finished' || end.result?.reason !== 'target') throw new Error(JSON.stringify(end.result));
  const events: GameEvent[] = [];
  for (let page: GameEvent[] = [], after = 0; ; after = page.at(-1)!.version) {
    const query = { after };
    page = (await gamesEvents({ client: bia.client, path: { game_id: id }, query, throwOnError: true })).data.events;
    if (page.length === 0) break;
    events.push(...page);
  }
  const streamed = (await followed).map((event) => event.version);
  const { hands } = (await gamesHands({ client: ana.client, path: { game_id: id }, throwOnError: true })).data;
  const last = hands.filter((hand) => hand.finished).at(-1)!;
  const record = await gamesHandRecord({
    client: ana.client,
    path: { game_id: id, number: last.number },
    throwOnError: true,
  });
  const verdict = await verdictsJudge({ body: record.data, baseUrl: api, throwOnError: true });
  console.log(
    JSON.stringify({
      variant: described.id,
      id,
      actions,
      winner: end.result.winner,
      score: end.result.score,
      hands: hands.length,
      version: end.version,
      events: events.map((event) => event.version),
      streamed,
      kinds: [...kinds].sort(),
      verdict: verdict.data.status,
    }),
  );
}

async function main(): Promise<void> {
  for (const variant of variants) await play(variant);
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
