import { act, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { describe, expect, it } from 'vitest';
import { preloadable } from './preloadable.ts';

const Dialog = ({ name }: { name: string }) => <p>Dialog {name}</p>;

describe('a component loaded on demand', () => {
  it('a component loaded on demand appears at once when its code is loaded', async () => {
    const Loaded = preloadable(async () => ({ default: Dialog }));
    void Loaded.preload();
    await act(async () => undefined);
    render(
      <Suspense fallback="waiting">
        <Loaded name="a" />
      </Suspense>,
    );
    expect(screen.getByText('Dialog a')).toBeDefined();
  });

  it('a component loaded on demand is awaited when its code was not loaded, or could not be', async () => {
    let broken = true;
    const Loaded = preloadable(async () => {
      if (broken) throw new Error('no network');
      return { default: Dialog };
    });
    void Loaded.preload();
    await act(async () => undefined);
    broken = false;
    render(
      <Suspense fallback="waiting">
        <Loaded name="b" />
      </Suspense>,
    );
    expect(screen.getByText('waiting')).toBeDefined();
    expect(await screen.findByText('Dialog b')).toBeDefined();
  });
});
