export interface SwitchProps {
  isOn: boolean;
  /** Id of the text that names it. */
  labelledBy: string;
  /** Id of the text that explains it. */
  describedBy?: string | undefined;
  disabled?: boolean | undefined;
  onChange: (isOn: boolean) => void;
}

/** A setting that takes effect at once. */
export function Switch({ isOn, labelledBy, describedBy, disabled, onChange }: SwitchProps) {
  return (
    <button
      type="button"
      className="switch"
      role="switch"
      aria-checked={isOn}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      disabled={disabled}
      onClick={() => onChange(!isOn)}
    />
  );
}
