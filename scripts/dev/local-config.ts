import type { Environment } from '#server/config/environment.ts'
import { getSqliteFile, parseServerConfig, type ServerConfig } from '#server/config/server-config.ts'
import { acquireSqliteLock, DatabaseInUseError } from '#server/database/sqlite/sqlite-lock.ts'
import { LOCAL_HOST } from './ports.ts'

/**
 * Returns the configuration of a local site's server: its environment variables, with defaults that suit a local site. It
 * is never one of production, for which npm sets NODE_ENV when it leaves out development packages.
 */
export async function createLocalConfig(
  sitePort: number,
  environment: Environment,
  log: (line: string) => void,
): Promise<ServerConfig> {
  const origins = [LOCAL_HOST, 'localhost'].map((host) => `http://${host}:${sitePort}`)
  const env = {
    ...environment,
    NODE_ENV: 'development',
    HOST: LOCAL_HOST,
    PORT: String(sitePort),
    SITE_ORIGINS: environment.SITE_ORIGINS || origins.join(),
    LOG_LEVEL: environment.LOG_LEVEL || 'warn',
  }
  return parseServerConfig({ ...env, ...(await chooseBackendFolder(sitePort, env, log)) })
}

/**
 * Returns a separate BACKEND_FOLDER while another site on this machine uses the default one, because only one server can
 * use an SQLite database. A configured BACKEND_FOLDER is used unchanged.
 */
export async function chooseBackendFolder(
  sitePort: number,
  env: Environment,
  log: (line: string) => void,
): Promise<{ readonly BACKEND_FOLDER?: string }> {
  const { database } = parseServerConfig(env)
  if (env.BACKEND_FOLDER || !('file' in database) || !isInUse(database.file)) return {}
  const folder = `.cache/site-${sitePort}/backend`
  log(`${database.file} is in use by another site: messages of this site are stored in ${getSqliteFile(folder)}.`)
  return { BACKEND_FOLDER: folder }
}

function isInUse(file: string): boolean {
  try {
    using _lock = acquireSqliteLock(file)
    return false
  } catch (error) {
    if (error instanceof DatabaseInUseError) return true
    throw error
  }
}
