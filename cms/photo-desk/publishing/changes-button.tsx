import { Button, type ButtonProps } from '@contentful/f36-components'

interface ChangesButtonProps extends Pick<ButtonProps, 'tabIndex'> {
  /** What has changes, for example `the gallery`. */
  readonly title: string
  readonly isOpen: boolean
  readonly onToggle: (isOpen: boolean) => void
}

/** Shows and hides what visitors see beside what will be published. */
export const ChangesButton = ({ title, isOpen, onToggle, tabIndex }: ChangesButtonProps) => (
  <Button
    size="small"
    className="publishing-changes-button"
    tabIndex={tabIndex}
    aria-expanded={isOpen}
    aria-label={`${getChangesLabel(isOpen)} of ${title}`}
    onClick={() => onToggle(!isOpen)}
  >
    {getChangesLabel(isOpen)}
  </Button>
)

export const getChangesLabel = (isOpen: boolean) => (isOpen ? 'Hide changes' : 'Show changes')
