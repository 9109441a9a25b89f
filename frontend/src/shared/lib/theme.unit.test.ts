// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { followTheme, readTheme, setTheme, subscribeToTheme } from './theme.ts';

let systemIsDark = false;
let onSystemChange: () => void = () => undefined;
let stop: () => void = () => undefined;

beforeEach(() => {
  localStorage.clear();
  systemIsDark = false;
  vi.stubGlobal('matchMedia', () => ({
    get matches() {
      return systemIsDark;
    },
    addEventListener: (_: string, listener: () => void) => {
      onSystemChange = listener;
    },
    removeEventListener: () => undefined,
  }));
  stop = followTheme();
});
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
});

const shown = () => document.documentElement.dataset.theme;

test('the system decides on the theme without a choice, even when it changes', () => {
  expect([readTheme(), shown()]).toEqual(['system', 'light']);
  systemIsDark = true;
  onSystemChange();
  expect(shown()).toBe('dark');
});

test('a choice of theme overrides the system, is stored, and reaches listeners', () => {
  const told = vi.fn();
  const unsubscribe = subscribeToTheme(told);
  setTheme('dark');
  unsubscribe();
  expect([readTheme(), shown(), localStorage.getItem('theme')]).toEqual(['dark', 'dark', 'dark']);
  onSystemChange();
  expect(shown()).toBe('dark');
  expect(told).toHaveBeenCalledTimes(1);
});

test("an unknown stored theme counts as the system's", () => {
  localStorage.setItem('theme', 'neon');
  expect(readTheme()).toBe('system');
});
