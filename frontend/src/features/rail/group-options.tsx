import type { GroupView } from '@quorum/contracts/group/wire.ts';
import { Droplet, Pin } from 'lucide-react';
import { Tooltip as Radix } from 'radix-ui';
import type { ReactElement } from 'react';
import { errorText } from '../../data/api/api-error.ts';
import { preferencesApi } from '../../data/preferences/preferences-api.ts';
import { BellButton } from '../../shared/ui/controls/bell-button.tsx';
import { IconButton } from '../../shared/ui/controls/icon-button.tsx';
import { useToast } from '../../shared/ui/overlays/toast.tsx';

const PIN_FAILED = 'Failed to move the group. Please try again.';

type GroupOptionsProps = {
  readonly group: GroupView;
  readonly pinned: boolean;
  readonly muted: boolean;
  readonly onChooseColor: () => void;
  readonly onNotifications: (opener: HTMLElement) => void;
};

/** Beside the group, relative to the window, because the scrolling list would cut it off. A focused group may scroll. */
const stayBeside = (pop: HTMLElement | null) => {
  const put = () => {
    const box = pop?.parentElement?.getBoundingClientRect();
    if (pop && box) Object.assign(pop.style, { left: `${box.right - 6}px`, top: `${(box.top + box.bottom) / 2}px` });
  };
  put();
  document.addEventListener('scroll', put, true);
  return () => document.removeEventListener('scroll', put, true);
};

/** Name, pin, notifications and color of a group. */
export default function GroupOptions(props: GroupOptionsProps) {
  const { group, pinned, muted, onChooseColor, onNotifications } = props;
  const [change] = preferencesApi.useChangeGroupPreferencesMutation();
  const toast = useToast();
  const word = pinned ? 'Unpin' : 'Pin';
  const toggle = async () => {
    const { error } = await change({ groupId: group._id, pinned: !pinned });
    if (error !== undefined) toast(errorText(error, PIN_FAILED), 'error');
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div className="rail__pop" role="group" aria-label={`${group.name} options`} ref={stayBeside}>
      <span className="rail__name">{group.name}</span>
      <Tooltip label={pinned ? 'Unpin' : 'Pin to the top'}>
        <IconButton
          size="sm"
          label={`${word} ${group.name}`}
          aria-pressed={pinned}
          icon={<Pin className="i i--sm" />}
          onClick={toggle}
        />
      </Tooltip>
      <Tooltip label="Notifications">
        <BellButton size="sm" label={`Notifications for ${group.name}`} isMuted={muted} onOpen={onNotifications} />
      </Tooltip>
      <Tooltip label="Choose a color">
        <IconButton
          size="sm"
          className="rail__color"
          label={`Choose Color for ${group.name}`}
          icon={<Droplet className="i i--sm" />}
          onClick={onChooseColor}
        />
      </Tooltip>
    </div>
  );
}

/** A short hint on hover and focus. It never says more than the label. */
function Tooltip({ label, children }: { label: string; children: ReactElement }) {
  return (
    <Radix.Provider delayDuration={400}>
      <Radix.Root>
        <Radix.Trigger asChild>{children}</Radix.Trigger>
        <Radix.Portal>
          <Radix.Content className="tip" side="bottom" sideOffset={6} collisionPadding={8}>
            {label}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  );
}
