// biome-ignore-all lint/a11y/useSemanticElements: a choice holds two lines of text, which an <input> cannot.
import type { GroupView } from '@quorum/contracts/group/wire.ts';
import type { NotificationLevel } from '@quorum/contracts/preferences/rules.ts';
import { shortDayBeside } from '@quorum/contracts/time/day-labels.ts';
import { localDate } from '@quorum/contracts/time/days.ts';
import { timeLabel } from '@quorum/contracts/time/labels.ts';
import { BellOff } from 'lucide-react';
import { Popover } from 'radix-ui';
import { type ReactNode, type RefObject, useId } from 'react';
import { preferencesApi } from '../../data/preferences/preferences-api.ts';
import { type GroupNotifications, useGroupNotifications } from '../../data/preferences/use-notifications.ts';
import { useServices } from '../../data/services/services-context.tsx';
import { useTimeZone } from '../../shared/hooks/time-zone.ts';
import { rove } from '../../shared/lib/roving.ts';
import { Button } from '../../shared/ui/controls/button.tsx';
import { Switch } from '../../shared/ui/controls/switch.tsx';
import { useAccent } from '../../shared/ui/feedback/accent-scope.tsx';
import { useToast } from '../../shared/ui/overlays/toast.tsx';
import { muteChoices } from './mute-choices.ts';
import './notifications.css';

const LEVELS = [
  ['all', 'All messages', 'Every message by others'],
  ['mentions', 'Mentions', 'Mentions of you and replies to you'],
  ['nothing', 'Nothing', 'No alerts from the chat'],
] as const satisfies readonly (readonly [NotificationLevel, string, string])[];

export interface NotificationsMenuProps {
  group: GroupView;
  /** The bell that opened it. */
  opener: HTMLElement;
  onClose: () => void;
}

/** The choice of what to hear of a group, beside the bell that opened it. */
export function NotificationsMenu({ group, opener, onClose }: NotificationsMenuProps) {
  const accent = useAccent();
  const chosen = useGroupNotifications(group._id);
  const [change] = preferencesApi.useChangeGroupPreferencesMutation();
  const toast = useToast();
  const choose = async (changes: Partial<Pick<GroupNotifications, 'level' | 'eventChanges' | 'mutedUntil'>>) => {
    const { error } = await change({ groupId: group._id, ...changes });
    if (error !== undefined) toast('Your choice wasn’t saved', 'error');
  };
  const anchor: RefObject<HTMLElement> = { current: opener };
  return (
    <Popover.Root open onOpenChange={(isOpen) => isOpen || onClose()}>
      <Popover.Anchor virtualRef={anchor} />
      <Popover.Portal>
        <Popover.Content
          data-accent={accent}
          className="menu menu--float notifications"
          aria-label={`Notifications for ${group.name}`}
          align="end"
          sideOffset={6}
          collisionPadding={8}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            opener.focus();
          }}
        >
          <h3 dir="auto">Notifications for {group.name}</h3>
          {chosen.isMuted && <Muted chosen={chosen} onUnmute={() => void choose({ mutedUntil: null })} />}
          <Levels level={chosen.level} onChoose={(level) => void choose({ level })} />
          <hr />
          <EventChanges isOn={chosen.eventChanges} onChange={(eventChanges) => void choose({ eventChanges })} />
          {!chosen.isMuted && <MuteList onChoose={(mutedUntil) => void choose({ mutedUntil })} />}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

const useUntil = (until: string | null): string => {
  const timeZone = useTimeZone();
  const { now } = useServices();
  if (until === null || until === 'always') return 'Muted until you turn it back on';
  const [day, today] = [localDate(until, timeZone), localDate(now(), timeZone)];
  const time = timeLabel(until, timeZone);
  return `Muted until ${day === today ? time : `${shortDayBeside(day, today)}, ${time}`}`;
};

function Muted({ chosen, onUnmute }: { chosen: GroupNotifications; onUnmute: () => void }) {
  return (
    <div className="notifications__muted" role="status">
      <BellOff className="i" />
      <Lines title={useUntil(chosen.mutedUntil)}>Nothing alerts you. Activity goes on.</Lines>
      <Button size="sm" onClick={onUnmute}>
        Unmute
      </Button>
    </div>
  );
}

function Lines({ title, children }: { title: string; children: ReactNode }) {
  return (
    <span>
      <b>{title}</b>
      <small>{children}</small>
    </span>
  );
}

function Levels({ level, onChoose }: { level: NotificationLevel; onChoose: (level: NotificationLevel) => void }) {
  const choose = (index: number) => {
    const next = LEVELS[index];
    if (next) onChoose(next[0]);
  };
  return (
    <div role="radiogroup" aria-label="Messages">
      {LEVELS.map(([value, title, hint], index) => (
        <button
          key={value}
          type="button"
          role="radio"
          aria-checked={value === level}
          tabIndex={value === level ? 0 : -1}
          className="notifications__level"
          onClick={() => onChoose(value)}
          onKeyDown={(event) => rove(event, index, choose)}
        >
          <i />
          <Lines title={title}>{hint}</Lines>
        </button>
      ))}
    </div>
  );
}

function EventChanges({ isOn, onChange }: { isOn: boolean; onChange: (isOn: boolean) => void }) {
  const id = useId();
  return (
    <div className="notifications__switch">
      <span id={id}>
        <b>Event changes</b>
        <small>New, moved and cancelled events</small>
      </span>
      <Switch isOn={isOn} labelledBy={id} onChange={onChange} />
    </div>
  );
}

function MuteList({ onChoose }: { onChoose: (until: string) => void }) {
  const id = useId();
  const timeZone = useTimeZone();
  const { now } = useServices();
  return (
    <>
      <hr />
      <h4 id={id}>Mute</h4>
      <div role="group" aria-labelledby={id}>
        {muteChoices(now(), timeZone).map(([label, until]) => (
          <button key={label} type="button" className="menu__item" onClick={() => onChoose(until)}>
            {label}
          </button>
        ))}
      </div>
    </>
  );
}
