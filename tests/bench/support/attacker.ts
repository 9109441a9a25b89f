import { once, setMaxListeners } from 'node:events';
import { getPriority, setPriority } from 'node:os';
import { startReverseProxy } from '../../support/processes/reverse-proxy.ts';
import { Client } from '../../support/product.ts';
import { attacks } from './worst-calls.ts';

/** The only argument of this process, as JSON. */
export type Order = {
  readonly attack: string;
  readonly seconds: number;
  readonly token: string;
  readonly groupId: string;
  readonly files: readonly string[];
  /** Origins. Several instances of a service are called in turn, through a proxy in this process. */
  readonly command: readonly string[];
  readonly query: readonly string[];
};

/** Milliseconds for the last calls. */
const GRACE = 5_000;

const { attack, seconds, token, groupId, files, command, query } = JSON.parse(process.argv[2] ?? '') as Order;
const run = attacks[attack];
if (run === undefined) throw new Error(`No attack is called ${attack}. There are ${Object.keys(attacks).join(', ')}.`);
// An attacker has a machine of their own. This one shares the product's, which comes first.
setPriority(Math.min(19, getPriority() + 5));
process.once('disconnect', () => process.exit(1));
const [only] = command.join() === query.join() ? command : [];
const proxy = only === undefined ? await startReverseProxy({ command: () => command, query: () => query }) : undefined;
const origin = only ?? proxy?.origin ?? '';
const account = new Client({ origin }, token);
account.address = '10.200.0.1';
process.send?.('ready');
await once(process, 'message');
setTimeout(() => process.exit(0), seconds * 1_000 + GRACE);
const signal = AbortSignal.timeout(seconds * 1_000);
setMaxListeners(0, signal);
await run({ origin, account, groupId, files }, signal);
process.exit(0);
