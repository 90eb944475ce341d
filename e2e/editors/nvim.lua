-- What a person does with pqcite in Neovim, through Neovim's own commands. Runs
-- on 0.7 and later. SETUP is the set-up under test, FILE a copy of Go's
-- mlkem/field.go, BASIS where the texts come from: "document" or "pack".
local citation = 'FIPS 203, Algorithm 9'
local notUp = 3 -- exit code: the server did not come up

local function say(...) io.stdout:write(string.format(...) .. '\n') end

-- waitFor waits until a function returns something, and returns that.
local function waitFor(what, f)
  local found
  if not vim.wait(10000, function() found = f() return found end, 20) then
    error(what .. ': not seen in time', 0)
  end
  return found
end

local function has(text, wanted)
  for _, w in ipairs(wanted) do
    if not text:find(w, 1, true) then error(('%q is not in:\n%s'):format(w, text), 0) end
  end
end

local function text(buffer) return table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), '\n') end

local function clients()
  local of = vim.lsp.get_clients or vim.lsp.get_active_clients
  return #vim.tbl_filter(function(c) return c.name == 'pqcite' and c.initialized end, of())
end

-- find returns the row, from 0, and the byte columns of the first place of a text.
local function find(wanted)
  for row, line in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, false)) do
    local from, to = line:find(wanted, 1, true)
    if from then return row - 1, from - 1, to end
  end
  error(wanted .. ' is not in the buffer', 0)
end

local function putCursorOn(wanted)
  local row, from = find(wanted)
  vim.api.nvim_win_set_cursor(0, { row + 1, from + 3 })
end

local function hover()
  putCursorOn(citation)
  vim.lsp.buf.hover()
  local float = waitFor('the floating window', function()
    for _, w in ipairs(vim.api.nvim_list_wins()) do
      if vim.api.nvim_win_get_config(w).relative ~= '' then return w end
    end
  end)
  local card = text(vim.api.nvim_win_get_buf(float))
  has(card, { 'FIPS 203, Algorithm 9', 'NTT', 'PDF page 35 (printed 26)', 'NIST.FIPS.203.pdf#page=35' })
  vim.api.nvim_win_close(float, true)
  say('ok   nvim hover: %s … PDF page 35 (printed 26) … NIST.FIPS.203.pdf#page=35', card:match('FIPS 203, Algorithm 9[^\n*]*'))
end

-- mark makes the citation wrong and waits for the mark on it.
local function mark()
  local row, _, to = find(citation)
  vim.api.nvim_buf_set_text(0, row, to, row, to, { '9' })
  local d = waitFor('the diagnostic', function() return vim.diagnostic.get(0)[1] end)
  local code = d.code or d.user_data.lsp.code
  local line = vim.api.nvim_buf_get_lines(0, d.lnum, d.lnum + 1, false)[1]
  local marked = line:sub(d.col + 1, d.end_col)
  if code ~= 'dangling' or d.lnum ~= d.end_lnum or marked ~= citation .. '9' then
    error(('%s on %q, want dangling on %q'):format(code, marked, citation .. '9'), 0)
  end
  say('ok   nvim mark: %s on "%s": %s', code, marked, d.message)
end

-- fix takes the first quick fix that is offered.
local function fix()
  putCursorOn(citation .. '9')
  local title
  vim.ui.select = function(items, _, choose)
    for _, item in ipairs(items) do
      local action = item.action or item[2]
      if not title and action.kind == 'quickfix' then
        title = action.title
        choose(item)
      end
    end
  end
  vim.lsp.buf.code_action()
  local number = waitFor('the edit', function()
    local n = text(0):match('It implements NTT, according to FIPS 203, Algorithm (%d+)%.')
    return n ~= '99' and n
  end)
  if tonumber(number) < 1 or tonumber(number) > 21 then error('Algorithm ' .. number .. ' does not exist', 0) end
  waitFor('the end of the diagnostic', function() return #vim.diagnostic.get(0) == 0 end)
  say('ok   nvim fix: "%s" made it Algorithm %s, and the mark is gone', title, number)
end

-- definition follows the citation to the text of the standard.
local function definition()
  putCursorOn(citation)
  vim.lsp.buf.definition()
  waitFor('the text of the standard', function() return vim.api.nvim_buf_get_name(0):find('NIST.FIPS.203.txt', 1, true) end)
  local row = vim.api.nvim_win_get_cursor(0)[1]
  local lines = vim.api.nvim_buf_get_lines(0, 0, row, false)
  has(lines[row], { 'Algorithm 9' })
  local above = row
  while not lines[above]:find('──── PDF page', 1, true) do above = above - 1 end
  has(lines[above], { 'PDF page 35 · printed 26' })
  has(text(0), { vim.env.BASIS == 'pack' and 'Summaries in pqcite' or 'Text as read from the file' })
  say('ok   nvim definition: line %d "%s" below "%s"', row, lines[row], lines[above])
end

-- ask asks by the command of the set-up and returns the buffer that opens.
local function ask(question, wanted)
  vim.cmd('PqciteAsk ' .. question)
  waitFor('the answer', function() return text(0):find(question, 1, true) end)
  has(text(0), wanted)
  return text(0)
end

local function answer()
  local a = ask('What are the sizes in bytes of the encapsulation key and ciphertext of ML-KEM-768?',
    { '1184', '1088', 'FIPS 203, Table 3', 'PDF page 48 (printed 39)', 'NIST.FIPS.203.pdf#page=48' })
  say('ok   nvim answer: %s', a:match('%*%*(.-)%*%*'))
end

local function refusal()
  local a = ask('sizes of ML-KEM-2048', { 'No answer', 'ML-KEM-2048', 'Nearest' })
  say('ok   nvim refusal: %s', a:match('%*%*No answer%.%*%*[^\n]*'):gsub('%*', ''))
end

local function fail(what, err, code)
  io.stderr:write(what .. ': ' .. tostring(err) .. '\n')
  vim.cmd('cquit ' .. code)
end

vim.cmd('filetype on')
local up, err = pcall(function()
  dofile(vim.env.SETUP)
  vim.cmd('edit ' .. vim.fn.fnameescape(vim.env.FILE))
  waitFor('the server', function() return clients() == 1 end)
end)
if not up then return fail('start', err, notUp) end
for _, step in ipairs({ { 'hover', hover }, { 'mark', mark }, { 'fix', fix }, { 'definition', definition }, { 'answer', answer }, { 'refusal', refusal } }) do
  local done, why = pcall(step[2])
  if not done then return fail(step[1], why, 1) end
end
if clients() ~= 1 then return fail('end', clients() .. ' servers, want one for all files', 1) end
vim.cmd('qall!')
