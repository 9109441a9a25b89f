import { encodeEventMessage } from '@quorum/contracts/text/event-markers.ts';
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { message } from '../../../../testing/fakes.ts';
import { FoldAgain, FoldedEvents } from './folded-events.tsx';

it('many events in succession are one card with their number, which opens, can be folded again, and keeps the focus', () => {
  const events = Array.from({ length: 40 }, (_, nth) => {
    const event = { name: `Race ${nth + 1}`, location: '', startsAt: '', endsAt: '' };
    return message(`e${nth}`, `${nth}`, { isEvent: true, content: encodeEventMessage(event) });
  });
  const card = (isOpen: boolean) => (
    <div data-list-row="e0">
      {isOpen ? (
        <article data-row="e0" tabIndex={-1}>
          Race 1 <FoldAgain opened={[]} onFold={() => rerender(card(false))} />
        </article>
      ) : (
        <article data-row="e0" tabIndex={-1} aria-label="40 events">
          <FoldedEvents messages={events} onOpen={() => rerender(card(true))} />
        </article>
      )}
    </div>
  );
  const { rerender } = render(card(false));
  const button = screen.getByRole('button', { name: '40 events Race 1, Race 2 and 38 more', expanded: false });
  fireEvent.click(button);
  expect(document.activeElement?.textContent).toBe('Race 1 Show less');
  fireEvent.click(screen.getByRole('button', { name: 'Show less', expanded: true }));
  expect(document.activeElement?.getAttribute('aria-label')).toBe('40 events');
});
