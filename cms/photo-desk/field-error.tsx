import { Button, Note } from '@contentful/f36-components'

interface FieldErrorProps {
  /** Why the pictures of the field were not loaded; `null` if they were. */
  readonly error: Error | null
  readonly onRetry: () => void
}

/** Says why a field does not show its pictures as they are now. */
export const FieldError = ({ error, onRetry }: FieldErrorProps) =>
  error && (
    <Note variant="negative" role="alert">
      <p>{error.message}</p>
      <Button size="small" onClick={onRetry}>
        Retry
      </Button>
    </Note>
  )
