import { setTimeout as sleep } from 'node:timers/promises';
import type { BackendFactory, IQueueBackend, PgPool } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Client, DatabaseError, Pool, PoolClient, QueryResult } from 'pg';
import { ProblemError } from '../system/index.ts';

/** The prefix of all names in Redis. */
export const PREFIX = 'orrery';

/**
 * The address of a store, such as `redis://host:6379`, `unix:/run/redis.sock`, `unix://user:password@/run/redis.sock` or
 * `postgres://user@host/database`.
 */
export type StoreUrl = string;

/** An open store of queues. Requests wait while the store is unavailable. */
export interface QueueStore extends AsyncDisposable {
  /** Creates BullMQ's queues in this store. */
  readonly backend: BackendFactory<IQueueBackend, unknown>;
  /** A sentence about data that the store loses when it ends; `undefined` if it keeps everything. */
  readonly loss: string | undefined;
  /** Reports an error of the store, unless one was reported recently. */
  readonly tell: (error: Error) => void;
  /** Converts a thrown value to a {@link ProblemError} with advice, if it is an error reply of the store. */
  readonly explained: (thrown: unknown) => unknown;
}

/**
 * How long to wait for a store that does not answer before the connection is closed, in milliseconds. BullMQ itself waits ten
 * seconds for a batch.
 */
const SILENCE_TIMEOUT = 15_000; // milliseconds

/** The maximum time until a store's first answer, in milliseconds. */
const CONNECT_TIMEOUT = 10_000; // milliseconds

/** The maximum time for closing a store that may be unavailable, in milliseconds. */
const CLOSE_TIMEOUT = 1_000; // milliseconds

/**
 * Opens the store at `url`. `onTrouble` is called when it becomes unavailable.
 * @throws {ProblemError} when the store does not answer or cannot hold a queue.
 */
export async function openStore(url: StoreUrl, onTrouble: (message: string) => void): Promise<QueueStore> {
  const socket = socketIn(url);
  if (socket !== undefined) return openRedis(socket, `unix:${socket.path}`, onTrouble);
  if (/^rediss?:\/\//.test(url)) return openRedis(url, addressIn(url), onTrouble);
  if (/^postgres(?:ql)?:\/\//.test(url)) return openPostgres(url, onTrouble);
  throw new ProblemError(
    'bad-queue',
    'The queue must be in Redis or PostgreSQL: give redis://HOST:PORT, rediss://HOST:PORT, unix:/PATH/OF/redis.sock, postgres://USER@HOST/DATABASE or postgres:///DATABASE?host=/FOLDER/OF/SOCKET.',
  );
}

/** A Unix socket of Redis, with the user and password. */
interface RedisSocket {
  readonly path: string;
  readonly username?: string;
  readonly password?: string;
}

/**
 * The Unix socket in `url`; `undefined` for other addresses.
 * @throws {ProblemError} when its user or password is not encoded.
 */
function socketIn(url: StoreUrl): RedisSocket | undefined {
  const [, user, password, path] = /^unix:(?:\/\/(?:([^:@/]*):([^@/]*)@)?)?(\/.+)$/.exec(url) ?? [];
  if (path === undefined) return undefined;
  if (password === undefined) return { path };
  try {
    return {
      path,
      password: decodeURIComponent(password),
      ...(user === '' || user === undefined ? {} : { username: decodeURIComponent(user) }),
    };
  } catch {
    throw notAnAddress();
  }
}

/** The address in `url`, without user, password and options. @throws {ProblemError} when it is invalid. */
function addressIn(url: StoreUrl): string {
  try {
    const { protocol, host, pathname } = new URL(url);
    return `${protocol}//${host}${pathname}`;
  } catch {
    throw notAnAddress();
  }
}

/** The error for an invalid address. It does not quote the address, which may contain a password. */
const notAnAddress = (): ProblemError =>
  new ProblemError(
    'bad-queue',
    'The address of the queue is not valid. Write special characters of a password as %, such as %40 for @.',
  );

/** Reports trouble with the store at `place` once, and again only after a while. */
function troubleOnce(tell: (message: string) => void, place: string): (error: Error) => void {
  let toldAt = -Infinity;
  return (error) => {
    const now = performance.now();
    if (now - toldAt > 10_000) tell(`${place}: ${errorText(error)}. Trying again.`);
    toldAt = now;
  };
}

/** The message of `error`, or its code: Node gives no message when several addresses of a host fail. */
function errorText({ message, code }: NodeJS.ErrnoException): string {
  // The words of ioredis and of pg.
  if (/^(?:Socket|Query read) timeout/.test(message)) return 'no answer for some time';
  return message === '' ? String(code) : message;
}

const problem = (place: string, what: string): ProblemError =>
  new ProblemError('bad-queue', `${place}: ${what}`);

async function openRedis(
  address: string | RedisSocket,
  place: string,
  onTrouble: (message: string) => void,
): Promise<QueueStore> {
  // Loaded here, because most sweeps need no queue.
  const [{ createRedisBackend }, { Redis: Client }] = await Promise.all([
    import('bullmq'),
    import('ioredis'),
  ]);
  const connect = (options: object): Redis =>
    typeof address === 'string' ? new Client(address, options) : new Client({ ...address, ...options });
  const once = { lazyConnect: true, retryStrategy: () => null, maxRetriesPerRequest: 0 };
  const loss = await checkRedis(
    connect({
      ...once,
      enableReadyCheck: false,
      connectTimeout: CONNECT_TIMEOUT,
      socketTimeout: CONNECT_TIMEOUT,
    }),
    place,
  );
  // Requests wait until the store is back.
  const client = connect({ maxRetriesPerRequest: null, socketTimeout: SILENCE_TIMEOUT });
  const tell = troubleOnce(onTrouble, place);
  client.on('error', tell);
  return {
    backend: (name, options, more) => createRedisBackend(name, { ...options, connection: client }, more),
    loss,
    tell,
    explained: (thrown) =>
      isRedisReply(thrown) ? problem(place, redisRefusal(thrown.message, client)) : thrown,
    [Symbol.asyncDispose]: () => {
      client.disconnect();
      return Promise.resolve();
    },
  };
}

/**
 * Checks the settings of Redis. Returns a sentence about data that it loses when it ends.
 * @throws {ProblemError} when it does not answer, or may drop data.
 */
async function checkRedis(client: Redis, place: string): Promise<string | undefined> {
  let why: Error | undefined;
  client.on('error', (error: Error) => {
    why = error;
  });
  try {
    await client.connect();
    // Where there is no such database, connecting falls back to the first.
    const { db = 0 } = client.options;
    if (db !== 0) await client.select(db);
    // What BullMQ needs at least.
    await client.info();
    await client.eval("return redis.call('exists', KEYS[1])", 1, `${PREFIX}:`);
    const policy = await settingOf(client, 'maxmemory-policy');
    if (policy !== undefined && policy !== 'noeviction')
      throw problem(
        place,
        `The store drops data when its memory is full (maxmemory-policy is ${policy}). Set maxmemory-policy to noeviction.`,
      );
    return (await settingOf(client, 'appendonly')) === 'no'
      ? `${place}: The store does not write each change to disk (appendonly is no). If it ends, batches are run again.`
      : undefined;
  } catch (thrown) {
    if (thrown instanceof ProblemError) throw thrown;
    const error: Error = why ?? (thrown as Error);
    // The words of the parser of ioredis.
    if (error.message.endsWith('Please report this.'))
      throw problem(place, 'What answers there is not Redis. Give the address of Redis.');
    if (isRedisReply(error)) throw problem(place, redisRefusal(error.message, client));
    const tls = client.options.tls === undefined ? '' : ', with TLS';
    throw problem(place, `The store does not answer (${errorText(error)}). Is Redis running${tls}?`);
  } finally {
    client.disconnect();
  }
}

/** Whether Redis answered with the error `thrown`. */
const isRedisReply = (thrown: unknown): thrown is Error =>
  thrown instanceof Error && thrown.name === 'ReplyError';

/** The reason why Redis refused, with advice, from the first word of its message. */
function redisRefusal(message: string, { options }: Pick<Redis, 'options'>): string {
  const [code = ''] = message.split(' ', 1);
  const user = options.username === '' ? 'default' : (options.username ?? 'default');
  switch (code) {
    case 'NOAUTH':
      return 'The store wants a password. Give it in the address, as in redis://:PASSWORD@HOST:PORT or unix://:PASSWORD@/PATH/OF/redis.sock.';
    case 'WRONGPASS':
      return `The store refuses the user "${user}" with this password.`;
    case 'NOPERM':
      return `The user "${user}" may not keep a queue there (${message}). Allow it all commands for the keys ${PREFIX}:*.`;
    case 'READONLY':
      return 'The server is a replica, which is read-only. Give the address of the primary.';
    case 'LOADING':
      return 'The server has just started and reads its data. Try again in a moment.';
    case 'OOM':
      return 'The memory of the store is full. Set maxmemory to more.';
    case 'MISCONF':
      return `The store cannot write to its disk (${message}). See to its disk.`;
    default:
      return message.includes('DB index')
        ? `There is no database ${options.db}. Name a lower one, or set databases to more.`
        : `The store refuses (${message}).`;
  }
}

/** A setting of the store; `undefined` if it is not available, as in some hosted stores. */
async function settingOf(client: Redis, name: string): Promise<string | undefined> {
  try {
    const [, value] = (await client.config('GET', name)) as readonly string[];
    return value;
  } catch {
    return undefined;
  }
}

/** The database schema of BullMQ's tables. */
const SCHEMA = 'bullmq';

/** The number of connections of a process: one listens for new batches, the others make requests. */
const CONNECTIONS = 4;

/** The encryption modes of a connection to PostgreSQL. */
const SSL_MODES = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify'];

/** @throws {ProblemError} when `url` has an unknown encryption mode, which the driver would misinterpret. */
function checkSslMode(url: StoreUrl): void {
  const [, mode] = /[?&]sslmode=([^&]*)/.exec(url) ?? [];
  if (mode !== undefined && !SSL_MODES.includes(mode))
    throw new ProblemError(
      'bad-queue',
      `The address of the queue has sslmode=${mode}. Give one of ${SSL_MODES.join(', ')}.`,
    );
}

/** Matches modes that the driver treats as verify-full, with a warning of several lines. */
const VERIFIED_SSL_MODES = /([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/;

async function openPostgres(given: StoreUrl, onTrouble: (message: string) => void): Promise<QueueStore> {
  checkSslMode(given);
  const url = given.replace(VERIFIED_SSL_MODES, '$1verify-full');
  const [{ createPostgresBackend }, { default: pg }] = await Promise.all([import('bullmq'), import('pg')]);
  const config = { connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT, keepAlive: true };
  let client: Client;
  try {
    client = new pg.Client({ ...config, query_timeout: CONNECT_TIMEOUT });
  } catch {
    throw notAnAddress();
  }
  const { host, port, database = '' } = client;
  const place = host.startsWith('/')
    ? `postgres:///${database}?host=${host}`
    : `postgres://${host}:${port}/${database}`;
  const loss = await checkPostgres(client, place);
  const tell = troubleOnce(onTrouble, place);
  const pool = new pg.Pool({
    ...config,
    query_timeout: SILENCE_TIMEOUT,
    max: CONNECTIONS,
    // Done for each new connection, before it is used.
    verify: (one, done) => {
      one.query(`SET search_path TO ${SCHEMA}`).then(() => {
        done();
      }, done);
    },
  });
  const waiting = new WaitingPool(pool, tell);
  // It has all that BullMQ uses of a pool; the types of pg and of BullMQ declare listeners in different ways.
  const connection = waiting as unknown as PgPool;
  return {
    backend: (name, options, more) => createPostgresBackend(name, { ...options, connection }, more),
    loss,
    tell,
    explained: (thrown) =>
      thrown instanceof pg.DatabaseError ? problem(place, refusalReason(thrown, client)) : thrown,
    [Symbol.asyncDispose]: async () => {
      await Promise.race([waiting.end(), sleep(CLOSE_TIMEOUT, undefined, { ref: false })]);
    },
  };
}

/**
 * Checks the settings of PostgreSQL, and creates BullMQ's tables if they are missing. Returns a sentence about data that
 * PostgreSQL loses when it ends.
 * @throws {ProblemError} when it does not answer, or cannot hold a queue.
 */
async function checkPostgres(client: Client, place: string): Promise<string | undefined> {
  // A connection that is lost also fails the request.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<PostgresSettings>(SETTINGS);
    const settings = rows[0]!;
    if (settings.isStandby)
      throw problem(place, 'The server is a standby, which is read-only. Give the address of the primary.');
    if (settings.readOnly === 'on')
      throw problem(place, 'The database is read-only. Set default_transaction_read_only to off.');
    await makeTables(client, place);
    const off = (['fsync', 'synchronous_commit'] as const).filter((name) => settings[name] === 'off');
    return off.length === 0
      ? undefined
      : `${place}: The store does not write each change to disk (${off.map((name) => `${name} is off`).join(', ')}). If it ends, batches are run again.`;
  } catch (thrown) {
    if (thrown instanceof ProblemError) throw thrown;
    throw problem(place, refusalReason(thrown as PostgresError, client));
  } finally {
    await Promise.race([client.end(), sleep(CLOSE_TIMEOUT, undefined, { ref: false })]);
  }
}

/** An error of PostgreSQL, or of the connection to it. */
type PostgresError = Error & Partial<Pick<DatabaseError, 'code' | 'severity'>>;

interface PostgresSettings {
  readonly isStandby: boolean;
  readonly readOnly: string;
  readonly fsync: string;
  readonly synchronous_commit: string;
}

const SETTINGS = `
  SELECT pg_is_in_recovery() AS "isStandby", current_setting('default_transaction_read_only') AS "readOnly",
    current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS synchronous_commit`;

async function makeTables(client: Client, place: string): Promise<void> {
  const bullmq = await import('bullmq');
  try {
    // A role that may use the tables need not be allowed to make them.
    const version = await bullmq.assertSchemaCompatibility(client, SCHEMA).catch((thrown: unknown) => {
      if (thrown instanceof bullmq.SchemaMigrationRequiredError) return 0;
      throw thrown;
    });
    if (version < bullmq.LATEST_SCHEMA_VERSION) await bullmq.runMigrations(client, SCHEMA);
  } catch (thrown) {
    if (thrown instanceof bullmq.UnsupportedPostgresVersionError)
      throw problem(
        place,
        `The server is PostgreSQL ${thrown.serverVersion}. PostgreSQL ${bullmq.MINIMUM_POSTGRES_VERSION} or newer is needed.`,
      );
    if (thrown instanceof bullmq.SchemaVersionMismatchError)
      throw problem(
        place,
        `A newer version of Orrery or BullMQ made the schema ${SCHEMA}. Use another database.`,
      );
    throw thrown;
  }
}

/** The reason why PostgreSQL refused, from the code of its error. */
function refusalReason(
  error: PostgresError,
  { user = '', database = '' }: Pick<Client, 'user' | 'database'>,
): string {
  const { code = '', message } = error;
  if (code === '3D000') return `There is no database "${database}". Create it, or name another one.`;
  if (code === '42501') {
    const right = / for (?:table|schema|function|sequence) /.test(message)
      ? `all rights on the schema ${SCHEMA}, or use the role that made it`
      : 'CONNECT and CREATE on the database';
    return `The role "${user}" may not keep a queue in the database "${database}" (${message}). Grant it ${right}.`;
  }
  if (code.startsWith('28')) return `The server refuses the role "${user}" (${message}).`;
  if (message.includes('password must be a string'))
    return `The server wants a password for the role "${user}". Give it in the address, as in postgres://${user}:PASSWORD@HOST/${database}.`;
  if (message.includes('does not support SSL'))
    return 'The server does not encrypt connections. Leave sslmode out of the address, or set ssl to on in the server.';
  if (message.includes('certificate'))
    return `The certificate of the server is not trusted (${message}). Name its authority in NODE_EXTRA_CA_CERTS.`;
  if (error.severity !== undefined) return `The store refuses (${message}).`;
  return `The store does not answer (${errorText(error)}). Is PostgreSQL running?`;
}

/** The delay before a request is repeated, in milliseconds. */
const RETRY_DELAY = 200; // milliseconds

/**
 * Error codes of PostgreSQL after which a request is repeated: the connection is lost, the transaction was undone because of
 * another one, there are too many connections, or the server stops or starts.
 */
const TEMPORARY_ERRORS = /^(?:08|40|53300|57P0[123])/;

/** A connection pool whose requests wait until PostgreSQL is available again, as in ioredis. Interrupted requests are repeated. */
class WaitingPool {
  readonly #pool: Pool;
  readonly #onTrouble: (error: Error) => void;

  constructor(pool: Pool, onTrouble: (error: Error) => void) {
    this.#pool = pool;
    this.#onTrouble = onTrouble;
    // Without a listener, a connection that is lost while it is in use would end this process.
    pool.on('connect', (client) => client.on('error', () => undefined));
  }

  connect(): Promise<PoolClient> {
    return this.#whenBack(() => this.#pool.connect());
  }

  query(text: string, values: unknown[] = []): Promise<QueryResult> {
    return this.#whenBack(() => this.#pool.query(text, values));
  }

  on(event: 'error', listener: (error: Error) => void): this {
    this.#pool.on(event, listener);
    return this;
  }

  end(): Promise<void> {
    return this.#pool.end();
  }

  async #whenBack<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    for (;;) {
      try {
        return await ask();
      } catch (thrown) {
        if (this.#pool.ending || !isTemporary(thrown as PostgresError)) throw thrown;
        this.#onTrouble(thrown as Error);
        await sleep(RETRY_DELAY);
      }
    }
  }
}

/** Whether a request can be repeated after `error`. Only errors that PostgreSQL itself reports have a severity. */
const isTemporary = ({ severity, code = '' }: PostgresError): boolean =>
  severity === undefined || TEMPORARY_ERRORS.test(code);
