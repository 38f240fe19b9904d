/** Longer texts are not in `fieldValues`. The values of Symbol fields are never longer. */
const MAX_INDEXED_LENGTH = 256

/** The values of a field in one locale as a JSON list: a scalar alone, no objects and no long texts. */
const SCALARS = `CASE
  WHEN locale.type = 'array' THEN locale.value
  WHEN locale.type = 'object' OR length(locale.atom) > ${MAX_INDEXED_LENGTH} THEN '[]'
  ELSE json_array(locale.atom) END`

/** Inserts the values of one version of an entry or asset. `version`: the column with its JSON. */
const insertFieldValues = (version: 'draft' | 'published') => {
  const columns = `new.environment, new.type, new.id, '${version}'`
  const locales = `json_each(new.${version}, '$.fields') AS field, json_each(field.value) AS locale`
  return `
    INSERT OR IGNORE INTO fieldValues (environment, type, id, version, linkType, value, field, locale)
      SELECT ${columns}, '', item.atom, field.key, locale.key
      FROM ${locales}, json_each(${SCALARS}) AS item
      WHERE item.atom IS NOT NULL AND length(item.atom) <= ${MAX_INDEXED_LENGTH}
      UNION ALL
      SELECT ${columns}, node.value ->> 'linkType', node.value ->> 'id', field.key, locale.key
      FROM ${locales}, json_tree(iif(locale.type IN ('object', 'array'), locale.value, 'null')) AS node
      WHERE node.key = 'sys' AND node.type = 'object' AND node.value ->> 'type' = 'Link'
        AND node.value ->> 'linkType' IN ('Entry', 'Asset') AND json_type(node.value, '$.id') = 'text'
      UNION ALL
      SELECT ${columns}, 'Tag', tag.atom, '', ''
      FROM json_each(new.${version}, '$.tags') AS tag;`
}

const VALUES_OF_RESOURCE = 'environment = old.environment AND type = old.type AND id = old.id'

/** The trigger that runs when a version of an entry or asset is saved, or the resource moves to another environment. */
const updateFieldValues = (version: 'draft' | 'published') => `
  CREATE TRIGGER ${version}Values AFTER UPDATE OF environment, ${version} ON resources
  WHEN new.type IN ('Entry', 'Asset') BEGIN
    DELETE FROM fieldValues WHERE ${VALUES_OF_RESOURCE} AND version = '${version}';
    ${insertFieldValues(version)}
  END;`

/**
 * The tables of a state folder. Resources of the space itself, such as webhooks, have the environment ''. `draft` and
 * `published` are JSON. The indexes have the orders of lists: the latest changed or published first, then by id.
 *
 * `fieldValues` has what entries and assets are found by, of both versions: the values of fields (`linkType` is ''; texts
 * up to MAX_INDEXED_LENGTH), links at any depth and tags. SQLite keeps it up to date by triggers.
 */
export const TABLES = `
  CREATE TABLE resources (
    environment TEXT NOT NULL, type TEXT NOT NULL, id TEXT NOT NULL, contentType TEXT,
    version INTEGER NOT NULL, createdAt TEXT NOT NULL, updatedAt TEXT NOT NULL,
    publishedVersion INTEGER, publishedAt TEXT, firstPublishedAt TEXT,
    publishedCounter INTEGER NOT NULL DEFAULT 0,
    archivedVersion INTEGER, archivedAt TEXT,
    draft TEXT NOT NULL, published TEXT,
    PRIMARY KEY (environment, type, id)
  ) STRICT;
  CREATE INDEX updatedResources ON resources (environment, type, updatedAt DESC, id, archivedAt);
  CREATE INDEX updatedEntries ON resources (environment, type, contentType, updatedAt DESC, id, archivedAt)
    WHERE contentType IS NOT NULL;
  CREATE INDEX publishedResources ON resources (environment, type, publishedAt DESC, id) WHERE publishedAt IS NOT NULL;
  CREATE INDEX publishedEntries ON resources (environment, type, contentType, publishedAt DESC, id)
    WHERE contentType IS NOT NULL AND publishedAt IS NOT NULL;

  CREATE TABLE fieldValues (
    environment TEXT NOT NULL, type TEXT NOT NULL, id TEXT NOT NULL, version TEXT NOT NULL,
    linkType TEXT NOT NULL, value ANY NOT NULL, field TEXT NOT NULL, locale TEXT NOT NULL,
    PRIMARY KEY (environment, version, value, linkType, field, locale, type, id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX valuesOfResources ON fieldValues (environment, type, id, version);

  CREATE TRIGGER insertValues AFTER INSERT ON resources WHEN new.type IN ('Entry', 'Asset') BEGIN
    ${insertFieldValues('draft')}
    ${insertFieldValues('published')}
  END;
  ${updateFieldValues('draft')}
  ${updateFieldValues('published')}
  CREATE TRIGGER deleteValues AFTER DELETE ON resources WHEN old.type IN ('Entry', 'Asset') BEGIN
    DELETE FROM fieldValues WHERE ${VALUES_OF_RESOURCE};
  END;
`
