/**
 * Declarations of the package: of all that the compiler emits, what the entries let users see. What nothing
 * public speaks of is blanked line by line, so that the declaration maps still hold.
 */
import { posix } from 'node:path';
import ts from 'typescript';

/**
 * One emitted file, by its statements.
 * @typedef {object} Declared
 * @property {ts.SourceFile} source
 * @property {Map<string, ts.Statement[]>} local statements by the name they declare
 * @property {Map<string, { file: string, name: string }>} imported what local names stand for; name `*`: a namespace
 * @property {Map<string, { file: string | undefined, name: string }>} exported by public name; no file: a local name
 * @property {string[]} stars files that are exported from as a whole
 * @property {Set<ts.Statement>} kept
 * @property {Set<string>} usedImports local names
 * @property {Set<string>} usedExports public names
 */

/**
 * @param {ReadonlyMap<string, string>} emitted texts of `.d.ts` files by path, with `/` and relative to one folder.
 * @param {readonly string[]} entries paths of those that users import.
 * @returns {Map<string, string>} texts by path.
 */
export function publicDeclarations(emitted, entries) {
  /** @type {Map<string, Declared>} */
  const files = new Map();

  /** @param {string} path */
  function open(path) {
    let file = files.get(path);
    if (file === undefined) {
      const text = emitted.get(path);
      if (text === undefined) throw new Error(`no declarations were made for ${path}`);
      file = readDeclarations(path, text);
      files.set(path, file);
      // Augmentations hold for whoever reaches the file.
      for (const statement of file.source.statements) if (ts.isModuleDeclaration(statement)) keep(file, statement);
    }
    return file;
  }

  /**
   * @param {Declared} file
   * @param {ts.Statement} statement
   */
  function keep(file, statement) {
    if (file.kept.has(statement)) return;
    file.kept.add(statement);
    /** @param {ts.Node} node */
    const visit = (node) => {
      if (ts.isIdentifier(node)) refer(file, node.text);
      if (ts.isImportTypeNode(node)) throw new Error(`${file.source.fileName}: import() types are not followed`);
      ts.forEachChild(node, visit);
    };
    visit(statement);
  }

  /**
   * A name that is used in a file. Taken by its text alone, so at worst too much is kept.
   * @param {Declared} file
   * @param {string} name
   */
  function refer(file, name) {
    for (const statement of file.local.get(name) ?? []) keep(file, statement);
    const target = file.imported.get(name);
    if (target === undefined || file.usedImports.has(name)) return;
    file.usedImports.add(name);
    if (target.name === '*') exportAll(target.file);
    else exportName(target.file, target.name);
  }

  /**
   * @param {string} path
   * @param {string} name
   * @returns {boolean} whether the file exports it
   */
  function exportName(path, name) {
    if (!emitted.has(path)) return true;
    const file = open(path);
    const target = file.exported.get(name);
    if (target === undefined) return file.stars.some((star) => exportName(star, name));
    file.usedExports.add(name);
    if (target.file === undefined) refer(file, target.name);
    else exportName(target.file, target.name);
    return true;
  }

  /** @param {string} path */
  function exportAll(path) {
    if (!emitted.has(path)) return;
    const { exported, stars } = open(path);
    for (const name of exported.keys()) exportName(path, name);
    for (const star of stars) exportAll(star);
  }

  for (const entry of entries) exportAll(entry);
  return new Map([...files].map(([path, file]) => [path, write(file, (target) => files.has(target))]));
}

/**
 * @param {string} path
 * @param {string} text
 * @returns {Declared}
 */
function readDeclarations(path, text) {
  /** @type {Declared} */
  const file = {
    source: ts.createSourceFile(path, text, ts.ScriptTarget.ESNext),
    local: new Map(),
    imported: new Map(),
    exported: new Map(),
    stars: [],
    kept: new Set(),
    usedImports: new Set(),
    usedExports: new Set(),
  };
  for (const statement of file.source.statements) {
    if (ts.isImportDeclaration(statement)) {
      const from = resolve(path, statement.moduleSpecifier);
      const { name, namedBindings } = statement.importClause ?? {};
      if (name !== undefined) file.imported.set(name.text, { file: from, name: 'default' });
      if (namedBindings === undefined) continue;
      if (ts.isNamespaceImport(namedBindings)) file.imported.set(namedBindings.name.text, { file: from, name: '*' });
      else
        for (const each of namedBindings.elements) {
          file.imported.set(each.name.text, { file: from, name: (each.propertyName ?? each.name).text });
        }
    } else if (ts.isExportDeclaration(statement)) {
      const from = statement.moduleSpecifier === undefined ? undefined : resolve(path, statement.moduleSpecifier);
      const { exportClause } = statement;
      if (exportClause === undefined) file.stars.push(/** @type {string} */ (from));
      else if (ts.isNamedExports(exportClause)) {
        for (const each of exportClause.elements) {
          file.exported.set(each.name.text, { file: from, name: (each.propertyName ?? each.name).text });
        }
      }
    } else {
      for (const name of declaredNames(statement)) {
        file.local.set(name, [...(file.local.get(name) ?? []), statement]);
        if (ts.canHaveModifiers(statement)) {
          const modifiers = ts.getModifiers(statement) ?? [];
          if (modifiers.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword)) {
            file.exported.set('default', { file: undefined, name });
          } else if (modifiers.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) {
            file.exported.set(name, { file: undefined, name });
          }
        }
      }
    }
  }
  return file;
}

/**
 * @param {ts.Statement} statement
 * @returns {string[]}
 */
function declaredNames(statement) {
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.map(({ name }) => /** @type {ts.Identifier} */ (name).text);
  }
  const { name } = /** @type {ts.DeclarationStatement} */ (statement);
  return name !== undefined && ts.isIdentifier(name) ? [name.text] : [];
}

/**
 * The text with empty lines in place of what is not kept.
 * @param {Declared} file
 * @param {(path: string) => boolean} isWritten
 */
function write({ source, kept, usedImports, usedExports }, isWritten) {
  const { text } = source;
  return source.statements
    .map((statement) => {
      const whole = text.slice(statement.pos, statement.end);
      const blank = whole.replace(/[^\n]+/g, '');
      /**
       * The statement with those of its names that are used.
       * @param {ts.NamedImports | ts.NamedExports} list
       * @param {ReadonlySet<string>} used
       */
      const withNames = (list, used) => {
        const names = /** @type {readonly (ts.ImportSpecifier | ts.ExportSpecifier)[]} */ (list.elements);
        const left = names.filter(({ name }) => used.has(name.text));
        if (left.length === names.length) return whole;
        if (left.length === 0) return blank;
        const parts = left.map(({ pos, end }) => text.slice(pos, end).trim()).join(', ');
        const start = text.slice(statement.getStart(source), list.getStart(source));
        return `${blank}${start}{ ${parts} }${text.slice(list.end, statement.end)}`;
      };
      if (ts.isImportDeclaration(statement)) {
        const { name, namedBindings } = statement.importClause ?? {};
        if (namedBindings !== undefined && ts.isNamedImports(namedBindings))
          return withNames(namedBindings, usedImports);
        const local = name ?? namedBindings?.name;
        return local === undefined || usedImports.has(local.text) ? whole : blank;
      }
      if (ts.isExportDeclaration(statement)) {
        const { exportClause, moduleSpecifier } = statement;
        if (exportClause === undefined) return isWritten(resolve(source.fileName, moduleSpecifier)) ? whole : blank;
        return ts.isNamedExports(exportClause) ? withNames(exportClause, usedExports) : whole;
      }
      return kept.has(statement) ? whole : blank;
    })
    .join('')
    .concat(text.slice(source.endOfFileToken.pos));
}

/**
 * The file that a specifier means; for a package, its name.
 * @param {string} path of the file it stands in
 * @param {ts.Expression | undefined} specifier
 */
function resolve(path, specifier) {
  const { text } = /** @type {ts.StringLiteral} */ (specifier);
  return text.startsWith('.') ? posix.join(posix.dirname(path), text.replace(/\.js$/, '.d.ts')) : text;
}
