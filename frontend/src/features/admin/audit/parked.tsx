import type { ParkedEventView } from '@quorum/contracts/admin/wire.ts';
import { counted } from '@quorum/contracts/text/counted.ts';
import { Hourglass } from 'lucide-react';
import { adminApi } from '../../../data/admin/admin-api.ts';
import { Badge } from '../../../shared/ui/people/badge.tsx';
import { shortMoment, timeOfDay } from '../times.ts';
import { BackToHistory } from './back-to-history.tsx';
import { typeInWords } from './line-place.ts';

/** Events that a read model or a process manager could not process. */
export function Parked({ onBack }: { readonly onBack: () => void }) {
  const { data } = adminApi.useParkedEventsQuery();
  const parked = data?.parked ?? [];
  const total = data?.total ?? 0;
  return (
    <section className="chain-details" aria-label="Parked events">
      <BackToHistory kept onBack={onBack} />
      <header className="chain-details__head">
        <h2>{counted(total, 'parked event')}</h2>
        <p>{explanation(total)}</p>
      </header>
      {parked.map((event) => (
        <ParkedEvent key={`${event.model} ${event.position}`} event={event} />
      ))}
    </section>
  );
}

const explanation = (total: number): string => {
  if (total === 0) return 'Every event has been processed.';
  const which = total === 1 ? 'It could not be processed and waits' : 'They could not be processed and wait';
  return `${which} to be tried again. Everything else goes on.`;
};

function ParkedEvent({ event }: { readonly event: ParkedEventView }) {
  return (
    <article className="parked">
      <header>
        <span className="icon-disc icon-disc--warn">
          <Hourglass className="i" />
        </span>
        <div>
          <b>{typeInWords(event.type)}</b>
          <small>{`${event.stream} · ${shortMoment(event.parkedAt)}`}</small>
        </div>
        <Badge tone="warn">{event.attempts === 1 ? 'Tried once' : `Tried ${event.attempts} times`}</Badge>
      </header>
      <dl className="state">
        <dt>{event.by}</dt>
        <dd>{event.model}</dd>
        <dt>reason</dt>
        <dd>{event.reason}</dd>
        {event.waiting > 0 && (
          <>
            <dt>waiting</dt>
            <dd>{`${counted(event.waiting, 'later event')} of ${event.stream}`}</dd>
          </>
        )}
        <dt>next try</dt>
        <dd className="tabular-digits">
          {event.nextTryAt === null ? 'after the earlier event of its stream' : timeOfDay(event.nextTryAt)}
        </dd>
      </dl>
    </article>
  );
}
