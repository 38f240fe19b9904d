/** How a command ended, for whoever called it. */
export const EXIT_CODES = {
  done: 0,
  /** Wrong input, no rights, no network: what to put right stands in the last lines. */
  stopped: 1,
  /** The rest is done; a list names what failed. Running it again goes on from there. */
  failures: 2,
  /** `check`: there is something to put right. `verify`: the space is not as the seed says. `types`: a query is broken, or a file is stale. */
  differs: 3,
} as const

/** Where a command writes: lines for people, or one JSON document. */
export interface CommandOutput {
  /** On the way; on standard error where standard output is for JSON. */
  readonly say: (line: string) => void
  readonly stream: NodeJS.WriteStream
  /** The end of the command. */
  readonly result: (report: object, text: string, code: number) => void
  /** What kept it from its end. */
  readonly problem: (lines: readonly string[]) => void
}

export function createCommandOutput(command: string, isJson: boolean): CommandOutput {
  for (const one of [process.stdout, process.stderr]) one.on('error', goOn)
  const stream = isJson ? process.stderr : process.stdout
  const print = (report: object) => process.stdout.write(`${JSON.stringify({ command, ...report }, null, 2)}\n`)
  return {
    stream,
    say: (line) => void stream.write(`${line}\n`),
    result: (report, text, code) => {
      if (isJson) print(report)
      else process.stdout.write(`${text}\n`)
      process.exitCode = code
    },
    problem: (lines) => {
      if (isJson) print({ problems: lines })
      for (const line of lines) console.error(line)
      process.exitCode = EXIT_CODES.stopped
    },
  }
}

/** Whoever read along may leave, as `head` does: what was begun is brought to its end all the same. */
function goOn(error: NodeJS.ErrnoException) {
  if (error.code !== 'EPIPE') throw error
}
