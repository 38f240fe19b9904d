import type { BackendConfig } from '#server/config.ts'
import type { Database } from '#server/database/schema.ts'

export interface MessagesCommandContext {
  readonly print: (text: string) => Promise<void>
  /** Then a person's terminal would obey what is in the text. */
  readonly isTerminal: boolean
  /** Asks a yes-or-no question, and rejects unless the answer is yes. */
  readonly confirm: (question: string) => Promise<void>
  readonly database: BackendConfig['database']
  readonly emlFolder: string
}

/** What a command does when the database is open. */
export type MessagesCommand = (db: Database, context: MessagesCommandContext) => Promise<void>
