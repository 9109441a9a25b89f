import { type ChildProcess, spawn } from 'node:child_process';
import { until } from '@quorum/service-kit/testing/until.ts';
import { freePort } from '../support/processes/local-process.ts';

/** A browser that a WebDriver server of the machine controls. */
export type BrowserKind = {
  readonly name: string;
  /** The WebDriver server, with the option that names its port. */
  readonly driver: string;
  readonly args: (port: number) => readonly string[];
  readonly capabilities: Readonly<Record<string, unknown>>;
  /** It has no headless mode. */
  readonly needsDisplay: boolean;
};

/** Milliseconds. */
const PATIENCE = 30_000;
const LOOK_EVERY = 100;

type Kind = 'button' | 'field' | 'text' | 'file';
/** By the whole accessible name, or by its beginning or a part of it. */
type Name = string | RegExp;

type Element = { readonly 'element-6066-11e4-a52e-4f735466cecf': string };

/** Runs in the page: the element of a kind with a name that people can see. */
const FIND = `
  const [kind, source, flags] = arguments;
  const selectors = {
    button: 'button, a[href], [role="button"], [role="option"], [role="menuitem"], [role="radio"], input[type="radio"]',
    field: 'input:not([type="file"]), textarea',
    text: 'body *',
    file: 'input[type="file"]',
  };
  const labelled = (element) =>
    (element.getAttribute('aria-labelledby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent ?? '').join(' ').trim();
  const nameOf = (element) =>
    (kind === 'text' ? '' : element.getAttribute('aria-label') || labelled(element) || element.labels?.[0]?.textContent) ||
    element.textContent;
  const matches = (element) => new RegExp(source, flags).test(nameOf(element).trim().replace(/\\s+/g, ' '));
  const isSeen = (element) => kind === 'file' || (element.checkVisibility() && element.closest('[inert], [aria-hidden="true"]') === null);
  const found = [...document.querySelectorAll(selectors[kind])].filter((element) => matches(element) && isSeen(element));
  // The innermost element with a text, and the newest of several buttons, which is in the topmost dialog.
  return (kind === 'text' ? found.findLast((element) => !found.some((other) => other !== element && element.contains(other))) : found.at(-1)) ?? null;
`;

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
const patternOf = (kind: Kind, name: Name): RegExp => {
  if (typeof name !== 'string') return name;
  return new RegExp(kind === 'text' ? escaped(name) : `^${escaped(name)}$`);
};

/** One person's browser window. Every step waits until it can be done. */
export class BrowserWindow {
  readonly #driver: ChildProcess;
  /** Of the server, then of the session. */
  #address: string;

  private constructor(driver: ChildProcess, address: string) {
    this.#driver = driver;
    this.#address = address;
  }

  static async open({ driver, args, capabilities, needsDisplay }: BrowserKind): Promise<BrowserWindow> {
    const port = await freePort();
    const command = [driver, ...args(port)];
    const [program = '', ...rest] =
      needsDisplay && process.env.DISPLAY === undefined
        ? ['xvfb-run', '--auto-servernum', '--server-args=-screen 0 1600x1000x24', ...command]
        : command;
    // A group of its own, because the programs in it do not all end with the first.
    const child = spawn(program, rest, { stdio: 'ignore', detached: true });
    const window = new BrowserWindow(child, `http://127.0.0.1:${port}`);
    try {
      await until(async () => (await fetch(`${window.#address}/status`)).ok, PATIENCE, LOOK_EVERY);
      const capable = { capabilities: { alwaysMatch: capabilities } };
      const { sessionId } = await window.#do<{ sessionId: string }>('POST', '/session', capable);
      window.#address += `/session/${sessionId}`;
      await window.#do('POST', '/window/rect', { x: 0, y: 0, width: 1440, height: 900 });
      return window;
    } catch (error) {
      await window.close();
      throw error;
    }
  }

  async goTo(url: string): Promise<void> {
    await this.#do('POST', '/url', { url });
  }

  reload(): Promise<void> {
    return this.#do('POST', '/refresh', {});
  }

  /** Waits for an element with this name. */
  async find(kind: Kind, name: Name): Promise<Element> {
    const { source, flags } = patternOf(kind, name);
    const find = () => this.run<Element | null>(FIND, kind, source, flags);
    return this.#until(find, `no ${kind} ${String(name)}`);
  }

  sees(text: Name): Promise<Element> {
    return this.find('text', text);
  }

  async press(name: Name): Promise<void> {
    const press = async () => {
      await this.#do('POST', `/element/${idOf(await this.find('button', name))}/click`, {});
      return true;
    };
    // It may be replaced or covered in between.
    await this.#until(press, `${String(name)} cannot be pressed`);
  }

  async fill(name: Name, text: string): Promise<void> {
    await this.#type(await this.find('field', name), text);
  }

  /** @param path of the file to choose. */
  async choose(name: Name, path: string): Promise<void> {
    await this.#type(await this.find('file', name), path);
  }

  /** Runs a function's body in the page until it returns something. */
  until(script: string, what: string): Promise<unknown> {
    return this.#until(() => this.run<unknown>(script), what);
  }

  run<T>(script: string, ...args: readonly unknown[]): Promise<T> {
    return this.#do('POST', '/execute/sync', { script, args });
  }

  async close(): Promise<void> {
    await this.#do('DELETE', '').catch(() => undefined);
    if (this.#driver.pid !== undefined && this.#driver.exitCode === null) process.kill(-this.#driver.pid);
  }

  #type(element: Element, text: string): Promise<void> {
    return this.#do('POST', `/element/${idOf(element)}/value`, { text });
  }

  #do<T>(method: string, path: string, body?: object): Promise<T> {
    return call<T>(method, `${this.#address}${path}`, body);
  }

  async #until<T>(step: () => Promise<T | null | false>, failure: string): Promise<T> {
    const holder: { done?: T } = {};
    const holds = async () => {
      const done = await step();
      if (done) holder.done = done;
      return Boolean(done);
    };
    try {
      await until(holds, PATIENCE, LOOK_EVERY);
    } catch (cause) {
      const shown = await this.run<string>('return document.body.innerText');
      throw new Error(`${failure}. The page shows: ${shown}`, { cause });
    }
    return holder.done as T;
  }
}

const idOf = (element: Element): string => element['element-6066-11e4-a52e-4f735466cecf'];

const call = async <T>(method: string, url: string, body?: object): Promise<T> => {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(url, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
  const { value } = (await response.json()) as { value: T & { readonly message?: string } };
  if (!response.ok) throw new Error(`${url}: ${value.message}`);
  return value;
};
