import { fileURLToPath } from 'node:url';
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test';
import { findChromium } from '@quorum/infra/bootstrap/lib/ensure-chromium.mjs';
import { Client } from '../../support/product.ts';

const probe = fileURLToPath(new URL('page-probe.js', import.meta.url));

/** Chromium of the system, or of `CHROMIUM_PATH`. */
export const startChromium = (): Promise<Browser> =>
  chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
  });

export type App = {
  readonly page: Page;
  /** Reloads the app at a path, and waits until it has no pending requests. */
  at(path: string): Promise<void>;
  /** Milliseconds that the main thread was busy; less noisy on a shared machine than wall time. */
  busy(): Promise<Busy>;
  /** Bytes held by scripts after garbage collections. */
  heap(): Promise<number>;
  /** Profiles the work, longest first; printed with `BENCH_PROFILE=1`. */
  profiled<T>(name: string, work: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

export type Busy = { readonly task: number; readonly script: number; readonly layout: number };

/** The app in its own browser, with a person signed in. */
export const openApp = async (
  browser: Browser,
  origin: string,
  person: Client,
  view: 'calendar' | 'chat' | 'week',
): Promise<App> => {
  const { user } = await new Client({ origin }, person.token).must('me');
  const context = await browser.newContext({ baseURL: origin, viewport: { width: 1440, height: 900 } });
  const stored = {
    auth_token: person.token ?? '',
    auth_user: JSON.stringify(user),
    preferred_view: view === 'chat' ? 'chat' : 'calendar',
    [`schedule:${user._id}`]: JSON.stringify({ view: view === 'week' ? 'week' : 'list', firstWeekday: 0 }),
  };
  await context.addInitScript(
    `for (const [key, value] of ${JSON.stringify(Object.entries(stored))}) localStorage.setItem(key, value);`,
  );
  await context.addInitScript({ path: probe });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'timeTicks' });
  return {
    page,
    at: async (path) => {
      await page.goto(path, { waitUntil: 'networkidle' });
    },
    busy: () => busyOf(session),
    heap: async () => {
      // Timers and finalizers let go of what only a later collection frees.
      for (let collected = 0; collected < 3; collected += 1) {
        await session.send('HeapProfiler.collectGarbage');
        await page.evaluate('new Promise((resolve) => requestIdleCallback(resolve))');
      }
      return (await session.send('Runtime.getHeapUsage')).usedSize;
    },
    profiled: (name, work) => (process.env.BENCH_PROFILE === '1' ? profile(session, name, work) : work()),
    close: () => context.close(),
  };
};

const busyOf = async (session: CDPSession): Promise<Busy> => {
  const { metrics } = await session.send('Performance.getMetrics');
  const milliseconds = (name: string): number => (metrics.find((metric) => metric.name === name)?.value ?? 0) * 1000;
  return {
    task: milliseconds('TaskDuration'),
    script: milliseconds('ScriptDuration'),
    layout: milliseconds('LayoutDuration') + milliseconds('RecalcStyleDuration'),
  };
};

const MAX_LINES = 25;

const profile = async <T>(session: CDPSession, name: string, work: () => Promise<T>): Promise<T> => {
  await session.send('Profiler.enable');
  await session.send('Profiler.setSamplingInterval', { interval: 200 });
  await session.send('Profiler.start');
  const result = await work();
  const { profile: taken } = await session.send('Profiler.stop');
  const own = new Map<string, number>();
  const byId = new Map(taken.nodes.map((node) => [node.id, node.callFrame]));
  for (const [index, id] of (taken.samples ?? []).entries()) {
    const frame = byId.get(id);
    const file = frame?.url.split('/').at(-1) ?? '';
    const key = `${frame?.functionName || '(anonymous)'} ${file}:${frame?.lineNumber}:${frame?.columnNumber}`;
    own.set(key, (own.get(key) ?? 0) + (taken.timeDeltas?.[index] ?? 0) / 1000);
  }
  const longest = [...own].sort(([, a], [, b]) => b - a).slice(0, MAX_LINES);
  process.stdout.write(`${name}\n${longest.map(([key, ms]) => `  ${ms.toFixed(1)} ms  ${key}\n`).join('')}`);
  return result;
};
