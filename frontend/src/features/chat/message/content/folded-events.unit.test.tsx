import { encodeEventMessage } from '@quorum/contracts/text/event-markers.ts';
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { message } from '../../../../testing/fakes.ts';
import { FoldedEvents } from './folded-events.tsx';

it('many events in succession are one card with their number, which opens them and puts the focus on the first', () => {
  const events = Array.from({ length: 40 }, (_, nth) => {
    const event = { name: `Race ${nth + 1}`, location: '', startsAt: '', endsAt: '' };
    return message(`e${nth}`, `${nth}`, { isEvent: true, content: encodeEventMessage(event) });
  });
  const card = (isOpen: boolean) => (
    <div data-list-row="e0">
      {isOpen ? (
        <article data-row="e0" tabIndex={-1}>
          Race 1
        </article>
      ) : (
        <FoldedEvents messages={events} onOpen={() => rerender(card(true))} />
      )}
    </div>
  );
  const { rerender } = render(card(false));
  const button = screen.getByRole('button', { name: '40 events Race 1, Race 2 and 38 more', expanded: false });
  fireEvent.click(button);
  expect(document.activeElement?.textContent).toBe('Race 1');
});
