import { knownFor } from './reach.ts'

/** Python's modules, functions and methods that are known to use network, files or processes. */
export const pythonModules = knownFor({
  network: `requests urllib http socket ssl ftplib smtplib poplib imaplib nntplib telnetlib xmlrpc socketserver aiohttp httpx
    urllib3 websocket websockets paramiko fabric boto3 botocore grpc selenium playwright pymongo motor psycopg2 psycopg
    asyncpg pymysql MySQLdb mysql redis flask fastapi uvicorn starlette django tornado sanic bottle kafka pika celery openai
    anthropic google.cloud googleapiclient dns scapy pycurl scrapy zmq telegram discord slack_sdk tweepy nmap`,
  files: `shutil tempfile glob fileinput pathlib sqlite3 zipfile tarfile gzip bz2 lzma shelve dbm h5py openpyxl aiofiles
    filecmp linecache mailbox configparser`,
  processes: `subprocess multiprocessing pty pexpect sh plumbum invoke psutil concurrent.futures.process`,
  none: `urllib.parse urllib.error http.cookies`,
})

export const pythonCalls = knownFor({
  network: `urlopen urlretrieve create_connection open_connection start_server create_server`,
  files: `open io.open codecs.open os.open os.remove os.unlink os.rename os.replace os.mkdir os.makedirs os.rmdir os.listdir
    os.scandir os.walk os.stat os.chmod os.path.exists os.path.getsize read_csv read_excel read_json read_parquet to_csv
    to_excel to_parquet savefig read_text write_text read_bytes write_bytes loadtxt savetxt imread imwrite`,
  processes: `os.system os.popen os.fork os.kill os.execv os.execve os.execvp os.execl os.spawnl os.spawnv os.posix_spawn
    create_subprocess_exec create_subprocess_shell ProcessPoolExecutor`,
})
