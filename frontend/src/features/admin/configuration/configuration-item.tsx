import type { ConfigurationView } from '@quorum/contracts/configuration/wire.ts';
import { type FormEvent, useId, useState } from 'react';
import { errorText } from '../../../data/api/api-error.ts';
import { Button } from '../../../shared/ui/controls/button.tsx';
import { Input } from '../../../shared/ui/controls/input.tsx';
import { Segmented } from '../../../shared/ui/controls/segmented.tsx';
import { ErrorLine } from '../../../shared/ui/feedback/error-line.tsx';
import { useToast } from '../../../shared/ui/overlays/toast.tsx';
import { useChangeConfigMutation } from '../admin-api.ts';
import { useKeptText } from '../kept-texts.ts';
import { shortMoment } from '../times.ts';

type Props = { readonly item: ConfigurationView };

/** One setting. Choosing one of two options saves it; everything else is edited and saved. */
export function ConfigurationItem({ item }: Props) {
  const heading = useId();
  const isChoice = item.value === 'true' || item.value === 'false';
  return (
    <section className="cfg__item" aria-labelledby={heading} data-focus-home="">
      <header>
        <h2 id={heading}>{item.key}</h2>
        {item.updatedAt !== null && <time dateTime={item.updatedAt}>{`Updated ${shortMoment(item.updatedAt)}`}</time>}
      </header>
      <p>{item.description}</p>
      {isChoice ? <Choice item={item} /> : <Editable item={item} />}
    </section>
  );
}

const useChange = ({ key }: ConfigurationView) => {
  const [change, { error, isLoading, reset }] = useChangeConfigMutation();
  const toast = useToast();
  const save = async (value: string): Promise<boolean> => {
    const { data } = await change({ key, value });
    if (data !== undefined) toast(data.message);
    return data !== undefined;
  };
  const failed = error && `Failed to update configuration: ${errorText(error, 'no answer from the server')}`;
  return { save, failed, isLoading, reset };
};

const CHOICES = [
  { value: 'true', label: 'true' },
  { value: 'false', label: 'false' },
] as const;

function Choice({ item }: Props) {
  const { save, failed } = useChange(item);
  return (
    <>
      <Segmented
        label={item.key}
        options={CHOICES}
        value={item.value === 'false' ? 'false' : 'true'}
        onChange={(value) => void save(value)}
      />
      {failed && <ErrorLine>{failed}</ErrorLine>}
    </>
  );
}

function Editable({ item }: Props) {
  const [typed, setTyped] = useKeptText(item.key);
  // A kept text is there with its tab, and leaves the focus where it is.
  const [isPressed, setPressed] = useState(false);
  const { save, failed, isLoading, reset } = useChange(item);
  const errorId = useId();
  const stop = () => {
    reset();
    setTyped(undefined);
  };
  const begin = () => {
    setPressed(true);
    setTyped(item.value);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (await save(typed ?? '')) stop();
  };
  if (typed === undefined)
    return (
      <div className="cfg__row">
        <span className="cfg__value">{item.value}</span>
        <Button size="sm" aria-label={`Edit ${item.key}`} onClick={begin}>
          Edit
        </Button>
      </div>
    );
  return (
    <form onSubmit={(event) => void submit(event)}>
      <div className="cfg__row">
        <Input
          autoFocus={isPressed}
          aria-label={item.key}
          invalid={Boolean(failed)}
          aria-describedby={failed ? errorId : undefined}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => event.key === 'Escape' && stop()}
        />
        <Button type="submit" variant="primary" busyLabel={isLoading && 'Saving...'}>
          Save
        </Button>
        <Button onClick={stop}>Cancel</Button>
      </div>
      {failed && <ErrorLine id={errorId}>{failed}</ErrorLine>}
    </form>
  );
}
