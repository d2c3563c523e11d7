// The inputs that KataGo's networks see in the positions drawn by `brasa net positions`. Compiled against a KataGo checkout
// and the object files of its build:
//
//   K=katago B=katago/build/CMakeFiles/katago.dir
//   g++ -O2 -std=gnu++17 -static -I$K/cpp -I$K/cpp/external/filesystem-1.5.8/include -Wl,--gc-sections scripts/teacher-inputs.cpp
//       $B/game/*.o $B/core/*.o $B/neuralnet/nninputs.cpp.o $B/neuralnet/sgfmetadata.cpp.o -lz -lpthread -o teacher-inputs
//
//   teacher-inputs SIZE [tests] < POSITIONS.sgfl > INPUTS.bin
//
// Writes 22 bit planes and 19 floats for each drawn position under Tromp-Taylor rules, of the games that `brasa net export`
// takes: every 20th one with "tests", or else the others.
#include <iostream>
#include <string>
#include <utility>
#include <vector>
#include "game/boardhistory.h"
#include "neuralnet/nninputs.h"
using namespace std;
using Props = vector<pair<string, vector<string>>>;

static vector<Props> parse(const string& text) {
  vector<Props> nodes;
  size_t i = 0;
  while(i < text.size()) {
    char c = text[i];
    if(c == ';') { nodes.emplace_back(); i++; }
    else if(isupper((unsigned char)c) && !nodes.empty()) {
      string key;
      while(i < text.size() && isalpha((unsigned char)text[i])) key += text[i++];
      nodes.back().push_back({key, {}});
      while(i < text.size() && text[i] == '[') {
        string value;
        for(i++; i < text.size() && text[i] != ']'; i++) {
          if(text[i] == '\\') i++;
          if(i < text.size()) value += text[i];
        }
        i++;
        nodes.back().back().second.push_back(value);
        while(i < text.size() && isspace((unsigned char)text[i])) i++;
      }
    }
    else i++;
  }
  return nodes;
}

static const vector<string>* find(const Props& props, const string& key) {
  for(const auto& prop : props) if(prop.first == key) return &prop.second;
  return nullptr;
}

struct Game {
  int size;
  Board board;
  BoardHistory hist;
  Player pla;
  Game(int s, float komi) : size(s), board(s, s), hist(), pla(P_BLACK) {
    Rules rules = Rules::parseRulesWithoutKomi("tromp-taylor", komi);
    hist = BoardHistory(board, pla, rules, 0, false);
  }
  Loc loc(const string& text) const {
    if(text.empty() || (text == "tt" && size <= 19)) return Board::PASS_LOC;
    int x = text.size() == 2 ? text[0] - 'a' : -1, y = text.size() == 2 ? text[1] - 'a' : -1;
    return x < 0 || y < 0 || x >= size || y >= size ? Board::NULL_LOC : Location::getLoc(x, y, size);
  }
  bool play(Loc move) {
    if(move == Board::NULL_LOC || hist.isGameFinished) return false;
    if(move != Board::PASS_LOC && board.isSuicide(move, pla)) return false;
    if(!hist.isLegal(board, move, pla)) return false;
    if(move == Board::PASS_LOC && !hist.moveHistory.empty() && hist.moveHistory.back().loc == Board::PASS_LOC) return false;
    hist.makeBoardMoveAssumeLegal(board, move, pla, nullptr);
    pla = getOpp(pla);
    return true;
  }
};

int main(int argc, char** argv) {
  Board::initHash();
  ios::sync_with_stdio(false);
  int size = argc > 1 ? atoi(argv[1]) : 0;
  if(size < 2 || size > Board::MAX_LEN) {
    cerr << "teacher-inputs SIZE [tests] < POSITIONS.sgfl > INPUTS.bin\n";
    return 2;
  }
  bool tests = argc > 2 && string(argv[2]) == "tests";
  size_t number = 0;
  int area = size * size, bytes = (area + 7) / 8;
  vector<float> bin(22 * area), global(19);
  string record, line;
  MiscNNInputParams params;
  while(getline(cin, line)) {
    vector<Props> nodes = parse(line);
    bool drawn = false;
    for(const auto& node : nodes) drawn = drawn || find(node, "VV");
    // Games without a drawn position do not count.
    if(!drawn || (number++ % 20 == 0) != tests) continue;
    const auto* km = find(nodes[0], "KM");
    Game game(size, km ? stof((*km)[0]) : 7.5f);
    for(const auto& node : nodes) {
      const auto* move = find(node, game.pla == P_BLACK ? "B" : "W");
      if(!move) continue;
      if(find(node, "VV")) {
        NNInputs::fillRowV7(game.board, game.hist, game.pla, params, size, size, false, bin.data(), global.data());
        record.assign(22 * bytes, 0);
        for(int plane = 0; plane < 22; plane++)
          for(int i = 0; i < area; i++)
            if(bin[plane * area + i] != 0.0f) record[plane * bytes + i / 8] |= (char)(1 << (i % 8));
        cout.write(record.data(), record.size());
        cout.write((const char*)global.data(), 19 * sizeof(float));
      }
      if(!game.play(game.loc((*move)[0]))) { cerr << "illegal: " << line << "\n"; return 1; }
    }
  }
  return 0;
}
