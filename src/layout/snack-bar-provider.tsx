import { createContext, type ReactNode, use, useMemo, useState } from 'react'

interface SnackBarMessage {
  readonly message: string
  /** The label of the close button. */
  readonly closeLabel: string
  readonly kind: 'success' | 'error'
  /** Whether the message stays until it is dismissed or closed. */
  readonly isPersistent?: boolean
}

/** `sequence` distinguishes messages with the same text. */
interface DisplayedMessage extends SnackBarMessage {
  readonly sequence: number
}

interface SnackBar {
  /** The current message, if any. */
  readonly message: DisplayedMessage | undefined
  /** Shows a message, and replaces the current one (requirements §4). Returns it for `dismiss`. */
  readonly show: (message: SnackBarMessage) => DisplayedMessage
  /** Removes this message. Does nothing if another one has replaced it. */
  readonly dismiss: (message: DisplayedMessage) => void
}

const SnackBarContext = createContext<SnackBar>({
  message: undefined,
  show: (message) => ({ ...message, sequence: 0 }),
  dismiss: () => {},
})

/** Provides the snack bar's message and its actions. */
export function SnackBarProvider({ children }: { readonly children: ReactNode }) {
  const [message, setMessage] = useState<DisplayedMessage>()
  const actions = useMemo(() => {
    let sequence = 0
    return {
      show: (next: SnackBarMessage) => {
        sequence++
        const displayed = { ...next, sequence }
        setMessage(displayed)
        return displayed
      },
      dismiss: (dismissed: DisplayedMessage) => setMessage((current) => (current === dismissed ? undefined : current)),
    }
  }, [])
  const snackBar = useMemo(() => ({ message, ...actions }), [message, actions])
  return <SnackBarContext value={snackBar}>{children}</SnackBarContext>
}

/** The message of the snack bar, and the actions that show and dismiss messages. */
export const useSnackBar = () => use(SnackBarContext)
