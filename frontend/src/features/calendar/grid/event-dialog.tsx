import type { EventView } from '@quorum/contracts/entry/wire.ts';
import { longDate } from '@quorum/contracts/time/day-labels.ts';
import { localDate } from '@quorum/contracts/time/days.ts';
import { Dialog } from '../../../shared/ui/overlays/dialog.tsx';
import { EventCard, type EventCardProps } from '../card/event-card.tsx';

type EventDialogProps = Pick<EventCardProps, 'timed' | 'timeZone' | 'viewerId' | 'accent' | 'edit' | 'actions'> & {
  readonly onClose: () => void;
};

/** The card of an event, as in the list, over the grid. */
export function EventDialog({ actions, onClose, ...card }: EventDialogProps) {
  const date = localDate(card.timed.startsAt, card.timeZone);
  /** Another dialog takes the place of this one. */
  const instead =
    (next: (event: EventView) => void) =>
    (event: EventView): void => {
      onClose();
      next(event);
    };
  return (
    <Dialog open onClose={onClose} title={longDate(date)} className="event-dialog">
      <div className="day">
        <EventCard
          {...card}
          rowKey={card.timed.id}
          date={date}
          expanded
          actions={{
            ...actions,
            toggle: onClose,
            editTimes: instead(actions.editTimes),
            showHistory: instead(actions.showHistory),
            remove: instead(actions.remove),
          }}
        />
      </div>
    </Dialog>
  );
}
