import './palette.css';
import { type AskedWord, askedWords } from '@quorum/contracts/search/words.ts';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { screenActionOf } from '../../data/screen-actions/screen-actions.ts';
import { useServices } from '../../data/services/services-context.tsx';
import { readJson } from '../../data/services/storage.ts';
import { storageKeys } from '../../data/services/storage-keys.ts';
import { selectUserId } from '../../data/session/session-slice.ts';
import { useAppSelector } from '../../data/store/hooks.ts';
import { pathOfEvent, pathOfGroup } from '../../shared/lib/addresses.ts';
import { ComboboxList, useCombobox } from '../../shared/ui/controls/combobox.tsx';
import { Dialog } from '../../shared/ui/overlays/dialog.tsx';
import { type Listed, listedFor, type Option } from './options.ts';
import { PaletteOption } from './palette-option.tsx';
import { useOffered } from './use-offered.ts';

/** Remembered of each person. */
const MAX_RECENT = 10;

const isKeys = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((key) => typeof key === 'string');

const useRecent = () => {
  const { storage } = useServices();
  const key = storageKeys.palette + useAppSelector(selectUserId);
  const recent = readJson(storage, key, isKeys) ?? [];
  const remember = (taken: string) =>
    storage.set(key, JSON.stringify([taken, ...recent.filter((each) => each !== taken)].slice(0, MAX_RECENT)));
  return { recent, remember };
};

/** Where an option leads, if it has an address. */
const linkOf = ({ option }: Listed): string | undefined => {
  switch (option.kind) {
    case 'group':
      return pathOfGroup(option.group._id);
    case 'event':
      return pathOfEvent(option.event.groupId, option.event._id);
    case 'action':
      return option.to;
    default:
      return undefined;
  }
};

const run = (option: Option): void => {
  if (option.kind === 'action') option.run?.();
  if (option.kind !== 'person') return;
  const chip = { filter: 'from', id: option.key, name: option.name } as const;
  screenActionOf('search')?.({ typed: '', chips: [chip], tab: 'messages' });
};

/** Goes anywhere and does anything by its name. */
export default function Palette({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const { recent, remember } = useRecent();
  const navigate = useNavigate();
  const listed = listedFor(typed, useOffered(typed), recent);
  const take = (one: Listed) => {
    const address = linkOf(one);
    remember(one.option.key);
    onClose();
    // The focus has returned already, so the next dialog returns it there too.
    if (address === undefined) setTimeout(() => run(one.option), 0);
    else void navigate(address);
  };
  const box = useCombobox({ query: typed, options: listed, onTake: take, eager: true });
  const asked: readonly AskedWord[] = askedWords(typed).map(({ word }) => ({ word, begins: true }));
  return (
    <Dialog open onClose={onClose} title="Go to or do" className="palette" closeButton={false}>
      <div className="palette__field">
        <Search className="i" />
        <input
          role="combobox"
          aria-expanded={listed.length > 0}
          aria-label="Go to or do"
          placeholder="Go to a group, an event or a person, or do something"
          autoComplete="off"
          spellCheck={false}
          value={typed}
          {...box.field}
          onChange={({ target }) => setTyped(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Tab') box.field.onKeyDown(event);
          }}
        />
        <button type="button" aria-label="Close" onClick={onClose}>
          <kbd>Esc</kbd>
        </button>
      </div>
      <ComboboxList
        box={box}
        label="Places and actions"
        className="palette__list"
        keyOf={({ heading, option }) => `${heading} ${option.key}`}
        headingOf={({ heading }) => heading}
        linkOf={linkOf}
      >
        {({ option }) => <PaletteOption option={option} asked={asked} />}
      </ComboboxList>
      {listed.length === 0 && (
        <p className="palette__none" role="status">
          Nothing here is called that
        </p>
      )}
      <p className="palette__foot" aria-hidden="true">
        <kbd>↑</kbd>
        <kbd>↓</kbd> move <kbd>Enter</kbd> go
      </p>
    </Dialog>
  );
}
