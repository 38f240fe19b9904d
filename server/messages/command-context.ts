import type { BackendConfig } from '#server/config.ts'
import type { Database } from '#server/database/schema.ts'

export interface MessagesCommandContext {
  readonly print: (text: string) => Promise<void>
  /** Whether `print` writes to a terminal, which interprets control characters. */
  readonly isTerminal: boolean
  /** Asks a yes-or-no question. Rejects unless the answer is yes. */
  readonly confirm: (question: string) => Promise<void>
  readonly database: BackendConfig['database']
  readonly emlFolder: string
}

/** A parsed command, to run with an open database. */
export type MessagesCommand = (db: Database, context: MessagesCommandContext) => Promise<void>
