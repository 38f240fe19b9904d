import { Checkbox } from '@contentful/f36-components'

interface SelectionCheckboxProps {
  /** What is selected, for example `the gallery`. */
  readonly name: string
  readonly isSelected: boolean
  readonly isDisabled: boolean
  /** `isRange`: all rows from the one that was changed last to this one. */
  readonly onSelect: (isSelected: boolean, isRange: boolean) => void
}

/** The checkbox of a row. With Shift it selects all rows up to this one. */
export const SelectionCheckbox = ({ name, isSelected, isDisabled, onSelect }: SelectionCheckboxProps) => (
  <Checkbox
    aria-label={`Select ${name}`}
    isChecked={isSelected}
    isDisabled={isDisabled}
    onChange={({ target, nativeEvent }) =>
      onSelect(target.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
    }
  />
)
