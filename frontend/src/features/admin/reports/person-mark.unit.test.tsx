import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { PersonMark } from './person-mark.tsx';

const mark = (firstName: string, lastName: string, phoneNumber = '+16285550178', _id = 'user-1') => {
  const { container } = render(<PersonMark person={{ _id, firstName, lastName, phoneNumber }} />);
  return container.querySelector<HTMLElement>('.avatar');
};

it.each([
  ['Mary Ann', 'de Wit', '+16285550178', 'MD'],
  ['Lars', '', '+16285550178', 'L'],
  ['', '', '+1 ••• ••• 0178', '78'],
  ['', '', '', 'U'],
])('the mark of %j %j with the number %j is %s', (firstName, lastName, phoneNumber, text) => {
  expect(mark(firstName, lastName, phoneNumber)?.textContent).toBe(text);
});

it('a person always has the same color, and two people have different ones', () => {
  expect(mark('Lars', 'Moberg')?.dataset.accent).toBe(mark('Kit', 'Donnelly')?.dataset.accent);
  expect(mark('Lars', 'Moberg', '', 'user-2')?.dataset.accent).not.toBe(mark('Lars', 'Moberg')?.dataset.accent);
});
