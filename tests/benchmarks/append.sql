\set n random(1, 2000)
BEGIN ISOLATION LEVEL READ COMMITTED;
SELECT version, hash, greatest(clock_timestamp(), at) AS at FROM eventstore_head WHERE stream = 'bench-' || CAST(:n AS text) AND current_setting('truco.key', true) IS DISTINCT FROM 'false' FOR UPDATE \gset
WITH happened AS (INSERT INTO eventstore_event (stream, version, type, data, at, actor, hash) VALUES ('bench-' || CAST(:n AS text), CAST(:version AS int) + 1, 'card_played/1', '{"card": "4P", "covered": false, "seat": 1}', CAST(:at AS timestamptz), 'user bench', decode('00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff', 'hex'))), moved AS (UPDATE eventstore_head SET version = CAST(:version AS int) + 1, at = CAST(:at AS timestamptz) WHERE stream = 'bench-' || CAST(:n AS text)) INSERT INTO eventstore_outbox (at, stream, first, last) VALUES (CAST(:at AS timestamptz), 'bench-' || CAST(:n AS text), CAST(:version AS int) + 1, CAST(:version AS int) + 1);
COMMIT;
