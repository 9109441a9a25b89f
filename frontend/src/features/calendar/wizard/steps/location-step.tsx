import { limits } from '@quorum/contracts/kernel/limits.ts';
import { type MeetingProvider, providerName } from '@quorum/contracts/text/meeting-links.ts';
import { CircleHelp, MapPin, Video } from 'lucide-react';
import { Field, useField } from '../../../../shared/ui/controls/field.tsx';
import { Segmented } from '../../../../shared/ui/controls/segmented.tsx';
import { Notice } from '../../../../shared/ui/feedback/notice.tsx';
import { LOCATION_KINDS, type LocationKind, locationError, locationOf } from '../draft.ts';
import { AddressField } from './address-field.tsx';
import type { StepProps } from './step-props.ts';

const KINDS = LOCATION_KINDS.map((kind) => ({
  value: kind,
  label: kind === 'address' ? 'Address' : providerName(kind),
  icon: kind === 'address' ? <MapPin className="i" /> : <Video className="i" />,
}));

const HELP: Readonly<Record<MeetingProvider, string>> = {
  teams: 'A Teams link has /meet/ or /l/meetup-join/ in it, for example teams.microsoft.com/meet/2451890376112.',
  meet: 'A Meet link has a code of 10 or more letters after the host, for example meet.google.com/abc-defg-hij.',
  zoom: 'Paste the invite link, like zoom.us/j/84412093377.',
};

export function LocationStep({ draft, put }: StepProps) {
  const { kind, locations } = draft;
  const type = (text: string) => put({ locations: { ...locations, [kind]: text } });
  return (
    <div className="wizard__form">
      <Segmented<LocationKind>
        label="Kind of location"
        options={KINDS}
        value={kind}
        onChange={(next) => put({ kind: next })}
      />
      {kind === 'address' ? (
        <Field label="Location" aside="Optional">
          <AddressField value={locationOf(draft)} onChange={type} />
        </Field>
      ) : (
        <>
          <Field label={`${providerName(kind)} link`} aside="Optional" error={locationError(draft)}>
            <LinkInput value={locationOf(draft)} onChange={type} />
          </Field>
          <Notice icon={<CircleHelp className="i" />}>
            {`${HELP[kind]} Members get a Join with ${providerName(kind)} button.`}
          </Notice>
        </>
      )}
    </div>
  );
}

function LinkInput({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const field = useField();
  return (
    <div className="input" aria-invalid={field['aria-invalid']}>
      <Video className="i" />
      <input
        {...field}
        value={value}
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        maxLength={limits.eventLocation}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}
