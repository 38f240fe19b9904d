import { type PageLoad, runLighthouse } from './lighthouse.ts'
import { median } from './median.ts'

const RUNS = 5

const ALL_CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo']

/** A route and its script-free twin. */
export interface RouteLoad {
  readonly path: string
  readonly site: PageLoad
  readonly scriptFree: PageLoad
}

/** Loads each route and its script-free twin in turns. `origins`: both sites and the CMS. Returns the medians. */
export async function measureRouteLoads(
  paths: readonly string[],
  origins: readonly [siteUrl: string, scriptFreeUrl: string, cmsUrl: string],
): Promise<readonly RouteLoad[]> {
  const [siteUrl, scriptFreeUrl] = origins
  const runs = paths.map((path) => ({ path, site: [] as PageLoad[], scriptFree: [] as PageLoad[] }))
  for (let run = 0; run < RUNS; run += 1) {
    for (const { path, site, scriptFree } of runs) {
      site.push(await runLighthouse({ url: siteUrl + path, categories: ALL_CATEGORIES, origins }))
      scriptFree.push(await runLighthouse({ url: scriptFreeUrl + path, categories: ['performance'], origins }))
    }
  }
  return runs.map(({ path, site, scriptFree }) => ({
    path,
    site: getMedianLoad(site),
    scriptFree: getMedianLoad(scriptFree),
  }))
}

/** Returns the medians of all numbers. */
function getMedianLoad(loads: readonly PageLoad[]): PageLoad {
  const getMedian = (read: (load: PageLoad) => number) => median(loads.map(read))
  const getMedians = (read: (load: PageLoad) => Readonly<Record<string, number>>) => {
    const names = new Set(loads.flatMap((load) => Object.keys(read(load))))
    return Object.fromEntries([...names].map((name) => [name, getMedian((load) => read(load)[name] ?? 0)]))
  }
  return {
    scores: getMedians(({ scores }) => scores),
    largestPaintMs: getMedian((load) => load.largestPaintMs),
    blockingMs: getMedian((load) => load.blockingMs),
    layoutShift: getMedian((load) => load.layoutShift),
    mainThreadMs: getMedian((load) => load.mainThreadMs),
    nodes: getMedian((load) => load.nodes),
    bytes: getMedians(({ bytes }) => bytes),
  }
}
