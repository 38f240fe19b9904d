/** Asks the user a question in the terminal. */
export type AskUser = (question: string) => Promise<string>

/** Asks a question that is answered with yes or no. Every other answer is no. */
export const askYesNo = async (ask: AskUser, question: string): Promise<boolean> =>
  /^y(es)?$/i.test((await ask(`${question} (y/N) `)).trim())
