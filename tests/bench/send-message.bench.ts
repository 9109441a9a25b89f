import { join } from 'node:path';
import autocannon from 'autocannon';
import { type Measurement, median } from './measure.ts';
import { inFolder } from './support/in-folder.ts';
import { makeTeam } from './support/people.ts';
import { baselineProcess, type Process, productProcess } from './support/product-process.ts';

const CONNECTIONS = 64;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
/** Seconds. */
const DURATION = Number(process.env.BENCH_SECONDS ?? 5);

type Target = {
  readonly url: string;
  readonly requests: readonly { readonly headers: Record<string, string> }[];
  readonly body: string;
};

const requestsPerSecond = async ({ url, requests, body }: Target): Promise<number> => {
  const result = await autocannon({
    url,
    method: 'POST',
    requests: [...requests],
    body,
    connections: CONNECTIONS,
    duration: DURATION,
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${result.non2xx} refusals and ${result.errors} errors from ${url}`);
  return result['2xx'] / result.duration;
};

/** Five people write in turn: of one, eight calls are answered at once. */
const sendTarget = async (product: Process): Promise<Target> => {
  const { tokens, groupId } = await makeTeam(product, 4);
  return {
    url: `${product.origin}/api/messages/send`,
    requests: tokens.map((token) => ({
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    })),
    body: JSON.stringify({ groupId, content: 'Shall we meet at the library on Thursday? I will bring the notes.' }),
  };
};

/** Alternates, so that other load on the machine affects both. */
export const run = (): Promise<Measurement> =>
  inFolder(async (folder) => {
    const [product, baseline] = await Promise.all([
      productProcess(join(folder, 'data')),
      baselineProcess('bare-koa.ts'),
    ]);
    const baselines: number[] = [];
    const ours: number[] = [];
    try {
      const target = await sendTarget(product);
      const constant = { ...target, url: `${baseline.origin}/` };
      // Warm up both before the measurement.
      await requestsPerSecond(constant);
      await requestsPerSecond(target);
      for (let round = 0; round < ROUNDS; round++) {
        baselines.push(await requestsPerSecond(constant));
        ours.push(await requestsPerSecond(target));
      }
    } finally {
      await Promise.all([product.stop(), baseline.stop()]);
    }
    const ratio = median(ours) / median(baselines);
    return {
      what: `SendMessage over HTTP, signed in, ${CONNECTIONS} connections, answered after it is durable`,
      against: 'the same Koa with body parser answering a constant',
      baseline: median(baselines),
      ours: median(ours),
      unit: 'requests/s',
      ratio,
    };
  });
