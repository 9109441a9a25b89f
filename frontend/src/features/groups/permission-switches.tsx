import type { GroupSettings } from '@quorum/contracts/kernel/permissions.ts';
import { useId } from 'react';
import { Switch } from '../../shared/ui/controls/switch.tsx';
import './groups.css';

const PERMISSIONS = [
  {
    key: 'allowMembersCreateEvents',
    label: 'Create events',
    text: 'When enabled, all group members can create events. When disabled, only you can create events.',
  },
  {
    key: 'allowMembersInvite',
    label: 'Invite members',
    text: 'When enabled, all group members can invite others. When disabled, only you can invite others.',
  },
  {
    key: 'allowMembersEditGroupDetails',
    label: 'Edit group details',
    text: 'When enabled, all group members can edit group details. When disabled, only you can edit group details.',
  },
] as const satisfies readonly { key: keyof GroupSettings; label: string; text: string }[];

export interface PermissionSwitchesProps {
  settings: GroupSettings;
  onChange: (key: keyof GroupSettings, allowed: boolean) => void;
  disabled?: boolean;
}

/** Switches for what members may do. */
export function PermissionSwitches({ settings, onChange, disabled }: PermissionSwitchesProps) {
  const id = useId();
  return (
    <ul className="permission">
      {PERMISSIONS.map(({ key, label, text }) => (
        <li key={key}>
          <b id={`${id}-${key}`}>{label}</b>
          <Switch
            isOn={settings[key]}
            labelledBy={`${id}-${key}`}
            describedBy={`${id}-${key}-text`}
            disabled={disabled}
            onChange={(allowed) => onChange(key, allowed)}
          />
          <p id={`${id}-${key}-text`}>{text}</p>
        </li>
      ))}
    </ul>
  );
}
