import './palette.css';
import { useId } from 'react';
import { useLocation } from 'react-router-dom';
import { useShownChat } from '../../data/group/use-shown-chat.ts';
import { singleKeys } from '../../data/screen-actions/screen-actions.ts';
import { useSingleKeys } from '../../data/screen-actions/use-single-keys.ts';
import { isMac } from '../../shared/lib/keys.ts';
import { Switch } from '../../shared/ui/controls/switch.tsx';
import { Dialog } from '../../shared/ui/overlays/dialog.tsx';
import { shownActions } from './shown-actions.ts';

type Shortcut = readonly [what: string, ...keys: readonly string[]];
type Place = { readonly name: string; readonly shortcuts: readonly Shortcut[] };

const onMac: Readonly<Record<string, string>> = { Ctrl: '⌘', Shift: '⇧', Enter: 'Return' };
const keyName = (key: string): string => (isMac() ? (onMac[key] ?? key) : key);

const anywhere = (hasSingleKeys: boolean): Place => ({
  name: 'Anywhere',
  shortcuts: [
    ['Go to or do', 'Ctrl', 'K'],
    ...(hasSingleKeys ? Object.entries(singleKeys).map(([key, id]): Shortcut => [shownActions[id][0], key]) : []),
    ['Undo, or the reminder that is shown', 'F8'],
    ['Close, or stop editing', 'Esc'],
  ],
});
/** These work where the focus is. */
const CHAT: Place = {
  name: 'In the chat',
  shortcuts: [
    ['Send', 'Enter'],
    ['New line', 'Shift', 'Enter'],
    ['Edit your last message, in the empty field', '↑'],
    ['Message above, below', '↑', '↓'],
    ['Mention someone', '@'],
    ['Emoji by name', ':smile:'],
  ],
};
const SCHEDULE: Place = {
  name: 'In the schedule',
  shortcuts: [
    ['Day before, after', '←', '→'],
    ['Event above, below', '↑', '↓'],
    ['Week before, after', 'PgUp', 'PgDn'],
    ['Open the event', 'Enter'],
  ],
};
const SEARCH: Place = {
  name: 'In search',
  shortcuts: [
    ['Result above, below', '↑', '↓'],
    ['Open the result', 'Enter'],
  ],
};

/** The places of the present screen first. */
const usePlaces = (hasSingleKeys: boolean): readonly Place[] => {
  const { pathname } = useLocation();
  const chat = useShownChat();
  const others = [CHAT, SCHEDULE, SEARCH];
  const here =
    chat !== undefined ? CHAT : /^\/dashboard\/(?!activity)|^\/dashboard$/.test(pathname) ? SCHEDULE : undefined;
  return [...(here ? [here] : []), anywhere(hasSingleKeys), ...others.filter((place) => place !== here)];
};

/** Every key that does something, and the switch for single ones. */
export default function ShortcutsSheet({ onClose }: { onClose: () => void }) {
  const [hasSingleKeys, switchSingleKeys] = useSingleKeys();
  const id = useId();
  return (
    <Dialog
      open
      onClose={onClose}
      title="Keyboard shortcuts"
      className="shortcuts"
      belowHead={
        <div className="shortcuts__switch">
          <span id={id}>Single-key shortcuts</span>
          <Switch isOn={hasSingleKeys} labelledBy={id} onChange={switchSingleKeys} />
        </div>
      }
    >
      <div className="shortcuts__places">
        {usePlaces(hasSingleKeys).map(({ name, shortcuts }) => (
          <section key={name} aria-label={name}>
            <h3>{name}</h3>
            <dl>
              {shortcuts.map(([what, ...keys]) => (
                <div key={what}>
                  <dt>{what}</dt>
                  <dd>
                    {keys.map((key) => (
                      <kbd key={key}>{keyName(key)}</kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
