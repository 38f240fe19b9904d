/** Exit codes of the commands. */
export const EXIT_CODES = {
  done: 0,
  /** Invalid input, missing permissions or no network. The last lines say how to fix it. */
  stopped: 1,
  /** A part failed, which the output lists. The next run continues with it. */
  failures: 2,
  /** `plan`: a change is blocked. `verify`: the space differs by more than changes of editors. `check`: visitors miss something. `types`: a query is broken or a file is out of date. */
  differs: 3,
} as const

/** The output of a command: lines for people, or one JSON document. */
export type CommandOutput = ReturnType<typeof createCommandOutput>

/** Creates the output of a command. `isJson`: prints the result as JSON. */
export function createCommandOutput(command: string, isJson: boolean) {
  for (const output of [process.stdout, process.stderr]) output.on('error', ignoreBrokenPipe)
  const stream = isJson ? process.stderr : process.stdout
  const print = (report: object) => process.stdout.write(`${JSON.stringify({ command, ...report }, null, 2)}\n`)
  return {
    /** The stream of progress output. */
    stream,
    /** Prints progress, to standard error if standard output is for JSON. */
    log: (line: string) => void stream.write(`${line}\n`),
    /** Prints the result and sets the exit code. */
    result: (report: object, text: string, code: number) => {
      if (isJson) print(report)
      else process.stdout.write(`${text}\n`)
      process.exitCode = code
    },
    /** Prints why the command stopped and sets the exit code. */
    problem: (lines: readonly string[]) => {
      if (isJson) print({ problems: lines })
      for (const line of lines) console.error(line)
      process.exitCode = EXIT_CODES.stopped
    },
  }
}

/** When the reader closes the pipe (`| head`), the command finishes anyway. */
function ignoreBrokenPipe(error: NodeJS.ErrnoException) {
  if (error.code !== 'EPIPE') throw error
}
