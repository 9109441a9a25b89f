import { fireEvent, render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ScrollShadow, scrollEdges } from './scroll-shadow.tsx';

test('an edge counts only if more than 5 px lie beyond it (SHELL-10, LIMIT-21)', () => {
  const box = { scrollHeight: 300, clientHeight: 200 };
  expect(scrollEdges({ ...box, scrollTop: 0 })).toEqual({ top: false, bottom: true });
  expect(scrollEdges({ ...box, scrollTop: 5 })).toEqual({ top: false, bottom: true });
  expect(scrollEdges({ ...box, scrollTop: 6 })).toEqual({ top: true, bottom: true });
  expect(scrollEdges({ ...box, scrollTop: 94 })).toEqual({ top: true, bottom: true });
  expect(scrollEdges({ ...box, scrollTop: 95 })).toEqual({ top: true, bottom: false });
});

test('the hints at the edges of a scrolled area follow its position', () => {
  const { container } = render(<ScrollShadow>rows</ScrollShadow>);
  const body = container.querySelector('.scroll-shadow__body') as HTMLElement;
  const hints = () =>
    [...container.querySelectorAll('.scroll-shadow__hint')].map((hint) => hint.hasAttribute('data-on'));
  expect(hints()).toEqual([false, false]);
  Object.defineProperties(body, { scrollHeight: { value: 300 }, clientHeight: { value: 200 } });
  body.scrollTop = 20;
  fireEvent.scroll(body);
  expect(hints()).toEqual([true, true]);
});
