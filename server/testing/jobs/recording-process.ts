/** A process that records one run of a recall, as a gateway would, and then stays until it is killed. */

import { DEV, openRuntime } from '../../../lab/gateway/beside-gateway.ts';
import { episodeInSchema } from '../../domain/runs/episodes/episode-in.ts';
import { recordEpisode } from '../../runs/episodes/index.ts';

const runtime = openRuntime(process.env, () => new Date(String(process.env.TEST_NOW)));
const who = { ...DEV, tenant: String(process.env.TEST_TENANT) };
const episode = { recall_id: String(process.env.TEST_RECALL), outcome: 'success' };
await recordEpisode(runtime, who, episodeInSchema.parse(episode));
process.stdout.write('recorded\n');
setInterval(() => undefined, 1000);
