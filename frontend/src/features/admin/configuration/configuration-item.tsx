import type { ConfigurationView } from '@quorum/contracts/configuration/wire.ts';
import { useEffect, useId, useState } from 'react';
import { useAction } from '../../../data/actions/use-action.ts';
import { adminApi } from '../../../data/admin/admin-api.ts';
import { submits } from '../../../shared/lib/submits.ts';
import { Button } from '../../../shared/ui/controls/button.tsx';
import { Input } from '../../../shared/ui/controls/input.tsx';
import { Segmented } from '../../../shared/ui/controls/segmented.tsx';
import { ErrorLine } from '../../../shared/ui/feedback/error-line.tsx';
import { failedTo } from '../load-notice.tsx';
import { shortMoment } from '../times.ts';
import { useUnsavedText } from '../unsaved-texts.ts';

type Props = { readonly item: ConfigurationView };

/** One setting. Choosing one of two options saves it; everything else is edited and saved. */
export function ConfigurationItem({ item }: Props) {
  const heading = useId();
  const isChoice = item.value === 'true' || item.value === 'false';
  return (
    <section className="config__item" aria-labelledby={heading} data-focus-home="">
      <header>
        <h2 id={heading}>{item.key}</h2>
        {item.updatedAt !== null && <time dateTime={item.updatedAt}>{`Updated ${shortMoment(item.updatedAt)}`}</time>}
      </header>
      <p>{item.description}</p>
      {isChoice ? <Choice item={item} /> : <Editable item={item} />}
    </section>
  );
}

const useChange = ({ key }: ConfigurationView, next?: () => void) => {
  const [change] = adminApi.useChangeConfigMutation();
  return useAction((value: string) => change({ key, value }), {
    failed: failedTo('update configuration'),
    done: ({ message }) => message,
    ...(next && { next }),
  });
};

const CHOICES = [
  { value: 'true', label: 'true' },
  { value: 'false', label: 'false' },
] as const;

/** A choice made while an earlier one is being saved is saved after it. */
function Choice({ item }: Props) {
  const { act, busy, error } = useChange(item);
  const [chosen, setChosen] = useState<string>();
  useEffect(() => {
    if (chosen === undefined || busy) return;
    setChosen(undefined);
    void act(chosen);
  });
  return (
    <>
      <Segmented
        label={item.key}
        options={CHOICES}
        value={item.value === 'false' ? 'false' : 'true'}
        onChange={setChosen}
      />
      {error && <ErrorLine>{error}</ErrorLine>}
    </>
  );
}

function Editable({ item }: Props) {
  const [typed, setTyped] = useUnsavedText(item.key);
  const { act, busy, error, setError } = useChange(item, () => stop());
  const errorId = useId();
  const stop = () => {
    setError(undefined);
    setTyped(undefined);
  };
  if (typed === undefined)
    return (
      <div className="config__row">
        <span className="config__value cut">{item.value}</span>
        <Button size="sm" aria-label={`Edit ${item.key}`} onClick={() => setTyped(item.value)}>
          Edit
        </Button>
      </div>
    );
  return (
    <form onSubmit={submits(() => act(typed ?? ''))}>
      <div className="config__row">
        <Input
          aria-label={item.key}
          invalid={error !== undefined}
          aria-describedby={error && errorId}
          value={typed}
          readOnly={busy}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => event.key === 'Escape' && !busy && stop()}
        />
        <Button type="submit" variant="primary" busyLabel={busy && 'Saving...'}>
          Save
        </Button>
        <Button onClick={stop} disabled={busy}>
          Cancel
        </Button>
      </div>
      {error && <ErrorLine id={errorId}>{error}</ErrorLine>}
    </form>
  );
}
