import { createContext, type ReactNode, use, useMemo, useState } from 'react'

interface SnackBarMessage {
  readonly message: string
  /** The label of the close button. */
  readonly closeLabel: string
  readonly kind: 'success' | 'error'
}

/** `sequence` distinguishes messages with the same text. */
interface DisplayedMessage extends SnackBarMessage {
  readonly sequence: number
}

interface SnackBarActions {
  /** Shows a message, and replaces the current one (requirements §4). */
  readonly show: (message: SnackBarMessage) => void
  /** Removes this message. Does nothing if another one has replaced it. */
  readonly dismiss: (message: DisplayedMessage) => void
}

const MessageContext = createContext<DisplayedMessage | undefined>(undefined)
const ActionsContext = createContext<SnackBarActions>({ show: () => {}, dismiss: () => {} })

/** Provides the snack bar's message and its actions. */
export function SnackBarProvider({ children }: { readonly children: ReactNode }) {
  const [message, setMessage] = useState<DisplayedMessage>()
  const actions = useMemo(
    () => ({
      show: (next: SnackBarMessage) => setMessage((current) => ({ ...next, sequence: (current?.sequence ?? 0) + 1 })),
      dismiss: (dismissed: DisplayedMessage) => setMessage((current) => (current === dismissed ? undefined : current)),
    }),
    [],
  )
  return (
    <ActionsContext value={actions}>
      <MessageContext value={message}>{children}</MessageContext>
    </ActionsContext>
  )
}

/** The actions that show and dismiss messages. */
export const useSnackBar = () => use(ActionsContext)

/** The current message, if any. */
export const useSnackBarMessage = () => use(MessageContext)
